# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of RQ in every state, and what its registries count."""
import json
import multiprocessing
import os
import signal
import sys
import time
from datetime import timedelta

import redis
import rq

import frameworkjobs

connection = redis.Redis(port=int(sys.argv[1]))
queue = rq.Queue("mail", connection=connection)


def work(burst):
    os.setsid()
    sys.stdout = sys.stderr
    rq.Worker([rq.Queue("mail", connection=connection)], connection=connection).work(burst=burst, logging_level="ERROR")


def main():
    queue.enqueue(frameworkjobs.fail)
    queue.enqueue(frameworkjobs.fail, failure_ttl=1)
    queue.enqueue(frameworkjobs.fail, failure_ttl=-1)
    worker = multiprocessing.Process(target=work, args=(True,))
    worker.start()
    worker.join()
    queue.enqueue(frameworkjobs.hang)
    worker = multiprocessing.Process(target=work, args=(False,))
    worker.start()
    while queue.started_job_registry.count != 1:
        time.sleep(0.02)
    for _ in range(3):
        queue.enqueue(frameworkjobs.hang)
    queue.enqueue_in(timedelta(hours=1), frameworkjobs.hang)
    while connection.zcount("rq:failed:mail", 0, int(time.time())) < 1:
        time.sleep(0.02)  # until the second failed job has expired and still lies there
    raw = connection.zcard("rq:failed:mail")
    figures = {"ready": queue.count, "processing": queue.started_job_registry.count, "stale": 0,
               "delayed": queue.scheduled_job_registry.count, "due": 0}
    figures["dead"] = raw - 1  # what failed_job_registry.count says, once it has removed the expired one
    print(json.dumps({"mail": {"collection": {"preset": "rq", "queue": "mail"}, "figures": figures}}), flush=True)
    sys.stdin.read()
    if queue.failed_job_registry.count != raw - 1:
        print("RQ counts other failed jobs", file=sys.stderr)
    os.killpg(worker.pid, signal.SIGKILL)


main()
