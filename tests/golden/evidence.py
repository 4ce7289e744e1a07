"""Recorded sessions as evidence: what the reader made of each picture, small enough for the repository.

A session is {"rules", "start_fen", "acts"}. An act is a press, {"side", "seen", "heights"}, or a ruling of the arbiter, {"ruling", ...}.
`seen` is null where nothing was seen, else base64 of five bytes for each square: how far each content lies behind the likeliest, in tenths
of nats.
"""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from record.events.of_game import Arbitrated, Pressed, Ruled, SessionOpened
from record.store.journal import Journal
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from tests.golden.recorded import Recorded

TENTHS = 10
MOST = 255
THINKS_S = 30


def replayed(session: dict[str, Any], name: str) -> Recorded:
    """The game that follows from the evidence of a session."""
    start = parse_fen(session["start_fen"], ruleset(session["rules"]))
    game = Recorded(start, "80m+60s", {"event": name})
    for act in session["acts"]:
        if "ruling" in act:
            game.rule(**act)
        else:
            game.press(Side(act["side"]), _evidence(act), THINKS_S)
    if not game.state.over:
        game.rule("end", result="draw")
    game.close()
    return game


def session_of(journal: Path) -> dict[str, Any]:
    """The evidence in the journal that `damcam replay --out` makes of a session."""
    with Journal.reader(journal) as rows:
        events = [event for _, event in rows.since(0)]
    opened = next(event for event in events if isinstance(event, SessionOpened))
    return {"rules": opened.rules, "start_fen": opened.start_fen, "acts": list(_acts(events))}


def _acts(events: list[Any]) -> Iterator[dict[str, Any]]:
    first = {event.seq: event for event in events if isinstance(event, Ruled) and not event.amends}
    for event in events:
        if isinstance(event, Pressed) and event.seq in first:
            ruled = first[event.seq]
            heights = [[round(value, 1) for value in each] for each in ruled.heights]
            yield {"side": event.side, "seen": _packed(ruled.log_p) if ruled.log_p else None, "heights": heights}
        elif isinstance(event, Arbitrated):
            values = {"fen": event.fen if event.ruling == "position" else None, "plies": event.plies or None, "result": event.result}
            yield {"ruling": event.ruling, **{key: value for key, value in values.items() if value is not None}}


def _packed(log_p: tuple[tuple[float, ...], ...]) -> str:
    behind = (min(MOST, round(TENTHS * (max(row) - value))) for row in log_p for value in row)
    return base64.b64encode(bytes(behind)).decode()


def _evidence(act: dict[str, Any]) -> Evidence | None:
    if act["seen"] is None:
        return None
    behind = [-value / TENTHS for value in base64.b64decode(act["seen"])]
    rows = [behind[at : at + len(Content)] for at in range(0, len(behind), len(Content))]
    return Evidence.of(rows, [tuple(each) for each in act["heights"]])
