"""The addresses of an application, from its URL map: a new route is among them without further work."""

import re
from collections.abc import Iterator, Mapping, Sequence

from flask import Flask

EVENT = {
    "event": "frysk-kampioenskip",
    "number": "3",
    "table": "1",
    "part": "1",
    "tournament": "x",
    "key": "x",
    "what": "pairings",
    "form": "csv",
}
VALUES = {"board": "1", "alert": "1", "wanted": "x", "name": "NAME", "game": "0001", **EVENT}
"""What stands for each parameter of a route. A route with another parameter fails the tests until its value stands here."""
ARBITERS = re.compile(r"/(login|logout|desks?|evening|organise|dossier/[^/]*/event\.zip)(/|$)")
"""The routes for arbiters and organisers only, who sign in."""
PLAYERS = re.compile(r"/tablet/")
"""The routes for the tablet that opened its link. All others are the public's."""


def audience(route: str) -> str:
    """Whom that route is for."""
    if PLAYERS.match(route):
        return "players"
    return "arbiters" if ARBITERS.match(route) else "public"


def addresses(app: Flask, audiences: Sequence[str], names: Sequence[str], queries: Sequence[str], **values: str) -> Iterator[str]:
    """The addresses of all routes for those, with each of the names and queries where the route takes any.

    `values` stand for parameters in place of those in VALUES.
    """
    known: Mapping[str, str] = VALUES | values
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and audience(rule.rule) in audiences:
            plain = re.sub(r"<(?:\w+:)?(\w+)>", lambda parameter: known[parameter[1]], rule.rule)
            yield from (plain.replace("NAME", name) for name in names) if "NAME" in plain else (plain + query for query in queries)
