"""A minimal server-sent-events app on the same server as the pages: the baseline for measuring the hub.

usage: python bare.py FILE    (FILE holds the newest event: its number on the first line, its text on the second)
"""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, Response

from hub.app import BOARDS
from hub.serve import Server, end_with_parent, listen, url

POLL_S, KEEP_ALIVE_S = 0.1, 15.0
"""The seconds between two looks for news, and between two keep-alives, as in the hub; repeated here so that a change there shows."""


class Newest:
    """The newest event in the file, for which the listeners wait."""

    def __init__(self, path: Path) -> None:
        self.path, self.event, self.newer = path, b"", threading.Event()
        threading.Thread(target=self.follow, daemon=True).start()

    def stop(self) -> None:
        """Do nothing: the server calls this at its end, and the bare app has nothing to stop."""

    def follow(self) -> None:
        seen = 0
        while True:
            if self.path.exists() and self.path.stat().st_mtime_ns != seen:
                seen = self.path.stat().st_mtime_ns
                number, text = self.path.read_text(encoding="utf-8").split("\n", 1)
                self.event, told, self.newer = f"id: {number}\ndata: {text}\n\n".encode(), self.newer, threading.Event()
                told.set()
            time.sleep(POLL_S)


def application(path: Path) -> Flask:
    """Return an app with the single route `/events`."""
    app, newest = Flask(__name__), Newest(path)
    app.extensions[BOARDS] = newest

    @app.get("/events")
    def events() -> Response:
        def stream() -> Iterator[bytes]:
            yield newest.event
            while True:
                yield newest.event if newest.newer.wait(KEEP_ALIVE_S) else b": still here\n\n"

        return Response(stream(), mimetype="text/event-stream")

    return app


if __name__ == "__main__":
    listener = listen("127.0.0.1", 0)
    end_with_parent()
    print(f"serving at {url(listener)}", file=sys.stderr, flush=True)
    Server(lambda: application(Path(sys.argv[1])), listener).run()
