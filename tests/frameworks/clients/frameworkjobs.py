# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs that the workers of RQ run."""
import os
import time


def hang():
    """Works until its worker is gone."""
    worker = os.getppid()
    while os.getppid() == worker:
        time.sleep(0.1)


def fail():
    raise ValueError("boom")
