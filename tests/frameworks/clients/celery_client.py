# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages of Celery by priority and without acknowledgement, and what kombu counts."""
import json
import os
import subprocess
import sys
import time

import celery
import redis

port = os.environ.get("COMPARE_PORT") or sys.argv[1]  # a worker imports this module
app = celery.Celery("compare", broker=f"redis://127.0.0.1:{port}/0")
app.conf.broker_transport_options = {"queue_order_strategy": "priority"}
app.conf.task_acks_late = True
app.conf.worker_prefetch_multiplier = 2


@app.task(name="compare.hang")
def hang():
    time.sleep(600)


def main():
    for _ in range(5):
        hang.apply_async(queue="busy")
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "celery_client", "worker", "-c", "1", "-Q", "busy", "--without-gossip",
         "--without-mingle", "-l", "ERROR"],
        env={**os.environ, "COMPARE_PORT": port}, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    broker = redis.Redis(port=int(port))
    while broker.hlen("unacked") < 2:
        time.sleep(0.05)
    hang.apply_async(queue="mail")
    for priority in (0, 3, 4, 6, 9):
        hang.apply_async(queue="mail", priority=priority)

    def size(queue):
        with app.connection_for_read() as connection:
            return connection.default_channel.queue_declare(queue, passive=True).message_count

    queue = lambda name: {"collection": {"preset": "celery", "queue": name}, "figures": {"ready": size(name)}}
    print(json.dumps({
        "mail": queue("mail"),
        "busy": queue("busy"),
        "unacked": {"collection": {"preset": "celery", "part": "unacked"},
                    "figures": {"ready": None, "processing": broker.hlen("unacked"), "stale": 0}},
    }), flush=True)
    sys.stdin.read()
    worker.kill()


if __name__ == "__main__":
    main()
