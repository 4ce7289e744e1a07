"""What gunicorn calls of ours: its hook in the worker, and its log.

gunicorn's gevent worker patches the standard library after this module was imported, which imports nothing of the application at its top.
"""

import gc
import sys
from typing import Any

import gevent
from gunicorn.glogging import Logger
from gunicorn.systemd import sd_notify

POLL_S = 0.5
"""How often the worker is looked at: far more often than systemd asks (`WatchdogSec`), and soon enough for the streams to end in time."""
GRACE_S = 3
"""Seconds that responses under way may still take when the server is told to end. Streams end by themselves."""


def pre_fork(_arbiter: Any, _worker: Any) -> None:
    """gunicorn's hook, called before each fork: the worker's collector leaves alone what the two share, which would be copied for it."""
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """gunicorn's hook, called once the application is loaded, before it is served."""
    # gunicorn has one setting for two times: here it bounds the responses, and in the parent how long this process may take to end
    worker.cfg.set("graceful_timeout", GRACE_S)
    gevent.spawn(_attend, worker)


def _attend(worker: Any) -> None:
    """Tell that the server is alive while the worker serves, and end the listeners' streams once it is told to end.

    This runs in the loop that serves: a server whose loop hangs is restarted.
    """
    while worker.alive:
        sd_notify("WATCHDOG=1", worker.log)
        gevent.sleep(POLL_S)
    from hub.app import end_streams

    end_streams(worker.wsgi)


class ServerLog(Logger):
    """Sends gunicorn's messages to the log of the program."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True

    def exception(self, msg: str, *args: Any, **more: Any) -> None:
        """Log the error with its traceback; not that of a connection, for whoever breaks thousands of them would fill the log."""
        if not isinstance(sys.exception(), OSError):
            super().exception(msg, *args, **more)
