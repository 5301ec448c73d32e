# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs that the workers of RQ run."""
import os
import time

import rq


def hang():
    """Works until its worker is gone."""
    worker = os.getppid()
    while os.getppid() == worker:
        time.sleep(0.1)


def fail():
    raise ValueError("boom")


def once_mended(name, hangs):
    """Fails or hangs until it is mended; then notes that it ran."""
    connection = rq.get_current_job().connection
    if connection.get("mended"):
        connection.rpush("ran", name)
    elif hangs:
        hang()
        os._exit(1)  # with its worker, before it can say that it is done
    else:
        fail()
