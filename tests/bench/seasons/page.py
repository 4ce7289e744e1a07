"""A small page of a hub on the server of the pages: standings to look at, and a round of the Swiss system paired beside them.

usage: python -m tests.bench.seasons.page EVENT
"""

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from hub.serve import Server, end_with_parent, listen, url

if TYPE_CHECKING:
    from flask import Flask


class Nothing:
    """What the server stops at its end."""

    def stop(self) -> None:
        """Do nothing."""


def application(path: Path) -> "Flask":
    """The app: `/` has the standings, `/pair` begins to pair the next round, `/done` says whether it is paired and how long that took."""
    from flask import Flask, jsonify  # here, because the server patches the standard library before

    from hub.app import BOARDS
    from hub.organiser.pairing_runs import PairingRuns, pair_words
    from tournament.events.event_file import read_event
    from tournament.events.standing import standings_of
    from tournament.events.wishes import Wishes

    app, told, runs = Flask(__name__), {"rounds": 0, "took_s": 0.0, "error": ""}, PairingRuns()
    app.extensions[BOARDS] = Nothing()

    def pair() -> None:
        run = runs.start("two-hundred", pair_words(read_event(path), Wishes(), "page"))
        run.done.wait()
        if run.round:
            told.update(rounds=run.round.round, took_s=time.monotonic() - run.since_s)
        else:
            told["error"] = str(run.fault)

    @app.get("/")
    def standings():
        return jsonify(standings_of(read_event(path).state).table)

    @app.get("/pair")
    def begin():
        threading.Thread(target=pair, daemon=True).start()
        return jsonify(told)

    @app.get("/done")
    def done():
        return jsonify(told)

    return app


if __name__ == "__main__":
    listener = listen("127.0.0.1", 0)
    end_with_parent()
    print(f"serving at {url(listener)}", file=sys.stderr, flush=True)
    Server(lambda: application(Path(sys.argv[1])), listener).run()
