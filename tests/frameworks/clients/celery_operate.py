# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages of Celery whose worker was killed; another worker runs them once they are restored."""
import json
import os
import signal
import subprocess
import sys
import time

import celery
import redis

port = os.environ.get("OPERATE_PORT") or sys.argv[1]  # a worker imports this module
app = celery.Celery("operate", broker=f"redis://127.0.0.1:{port}/0")
app.conf.broker_transport_options = {"queue_order_strategy": "priority"}
app.conf.task_acks_late = True
app.conf.worker_prefetch_multiplier = 4
broker = redis.Redis(port=int(port))


@app.task(name="operate.work")
def work(name):
    if not broker.get("mended"):
        time.sleep(600)
    broker.rpush("ran", name)


def start():
    return subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "celery_operate", "worker", "-c", "2", "-Q", "mail", "--without-gossip",
         "--without-mingle", "-l", "ERROR"],
        env={**os.environ, "OPERATE_PORT": port}, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        start_new_session=True)


def kill(worker):
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def main():
    work.apply_async(("a",), queue="mail")
    work.apply_async(("b",), queue="mail")
    work.apply_async(("urgent ä\0\"",), queue="mail", priority=6)
    work.apply_async(("later",), queue="mail", countdown=3600)
    worker = start()
    while broker.hlen("unacked") < 4:
        time.sleep(0.05)
    kill(worker)
    time.sleep(0.3)  # so that they are older than the timeout
    expected = ["a", "b", "urgent ä\0\""]
    print(json.dumps({"name": "unacked", "collection": {"preset": "celery", "part": "unacked"}, "moved": 3,
                      "command": ["requeue", "--older-than", "100ms"], "expected": expected}), flush=True)
    sys.stdin.readline()
    broker.set("mended", 1)
    worker = start()
    while broker.llen("ran") < 3 or broker.hlen("unacked") != 1:
        time.sleep(0.05)
    kill(worker)
    print(json.dumps({"ran": [name.decode() for name in broker.lrange("ran", 0, -1)]}), flush=True)


if __name__ == "__main__":
    main()
