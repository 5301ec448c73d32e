# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs that failed, and one whose worker died, in RQ; its own workers make them and run them again."""
import json
import multiprocessing
import os
import signal
import sys
import time

import redis
import rq

import frameworkjobs

connection = redis.Redis(port=int(sys.argv[1]))
queue = rq.Queue("mail", connection=connection)


def work(burst):
    os.setsid()
    sys.stdout = sys.stderr
    rq.Worker([rq.Queue("mail", connection=connection)], connection=connection).work(burst=burst, logging_level="CRITICAL")


def work_off():
    worker = multiprocessing.Process(target=work, args=(True,))
    worker.start()
    worker.join()


def attempt(case, expected):
    """Has the case operated on, then runs what is queued and tells what ran."""
    print(json.dumps({"collection": {"preset": "rq", "queue": "mail"}, "expected": expected, **case}), flush=True)
    sys.stdin.readline()
    connection.set("mended", 1)
    work_off()
    print(json.dumps({"ran": [name.decode() for name in connection.lrange("ran", 0, -1)]}), flush=True)
    left = queue.count + queue.started_job_registry.count + queue.failed_job_registry.count
    if left:
        print(f"RQ still counts {left}", file=sys.stderr)
    connection.delete("ran", "mended")


def main():
    for name in "ab":
        queue.enqueue(frameworkjobs.once_mended, name, False)
    work_off()
    attempt({"name": "failed", "command": ["dead", "--requeue", "--all"], "moved": 2}, ["a", "b"])
    for name in "cd":
        queue.enqueue(frameworkjobs.once_mended, name, False)
    work_off()
    attempt({"name": "discard", "command": ["dead", "--discard", "--all"], "moved": 2}, [])
    queue.enqueue(frameworkjobs.once_mended, "e", True)
    worker = multiprocessing.Process(target=work, args=(False,))
    worker.start()
    while queue.started_job_registry.count != 1:
        time.sleep(0.02)
    os.killpg(worker.pid, signal.SIGKILL)
    worker.join()
    for key in connection.keys("rq:worker*"):
        connection.delete(key)  # so that none expires while it is operated on
    for member in connection.zrange("rq:wip:mail", 0, -1):
        connection.zadd("rq:wip:mail", {member: int(time.time()) - 5})  # its heartbeat would have stopped by then
    attempt({"name": "stale", "command": ["requeue"], "moved": 1}, ["e"])


main()
