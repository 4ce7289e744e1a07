"""Rows as a board may send them: right checksums, and whatever fields somebody gave them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from record.events.about import About
from record.events.alert import Alert
from record.events.as_json import encode
from record.events.of_game import (
    Alerted,
    Arbitrated,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ClockStopped,
    ContinuedOnPaper,
    Event,
    FlagFell,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
    TimesSet,
    TurnHandedBack,
)
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen, Described, LogRestored, TimeControlSet, Undone, WritingSuspended
from record.log import lines as log_lines
from record.store.journal_rows import RawRow, chained, event_of
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset

S = 1_000_000_000
CORNERS = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
START = full_fen(Position.start(ruleset("frisian")))
AFTER = START.replace("W:W", "B:W").replace(",32,", ",28,")
ALERT = Alert("27c-missed", "27c, 10", (19, 24), "19-24 is a quiet move.", side="black", before=START, after=START)
FIELDS = tuple[str, dict[str, Any]]


def fields_of(events: Iterable[Event]) -> list[FIELDS]:
    """The kind and the fields of each event, as JSON has them."""
    return [(kind, json.loads(text)) for kind, text in map(encode, events)]


def game_of(**about: str) -> list[FIELDS]:
    """A short game that has one event of almost each kind, and is closed."""
    tags = {"white": "Jelle", "black": "Sytske", "event": "Frysk Kampioenskip", "round": "3", **about}
    return fields_of(
        [
            SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4800 * S, About.of(tags)),
            BoardFound(0, CORNERS, "frames/0000.jpg", "drawn/0000.jpg"),
            TimeControlSet(0, "Bouma", "90m+60s", 5400 * S, 5400 * S),
            ClockStarted(S, "white"),
            Pressed(1, 5 * S, "white", 5456 * S, 5400 * S, "black"),
            Ruled(1, "white", "legal", "32-28", AFTER, 0.99, picture="frames/0001.jpg"),
            CameraFault(6 * S, "no picture", reason="black"),
            CameraRestored(7 * S, "frames/0002.jpg"),
            BoardMoved(7 * S, 0.6, 0.7, 1.0, CORNERS, "frames/0001.jpg", "frames/0002.jpg"),
            Pressed(2, 9 * S, "black", 5456 * S, 5456 * S, "white"),
            Ruled(2, "black", "27c-missed", "19-24", START, 0.99, (ALERT,)),
            TurnHandedBack(10 * S, "black", 5456 * S, 5396 * S),
            Alerted(11 * S, (ALERT,)),
            AlertSeen(12 * S, "Bouma", "11.0"),
            PlayerSaid(12 * S, 2, "white", "draw-offered", 5456 * S, 5396 * S),
            ClockStopped(13 * S, 5456 * S, 5393 * S, "Bouma"),
            TimesSet(14 * S, 5456 * S, 5393 * S, "Bouma"),
            WritingSuspended(14 * S, 2, "white", "Bouma", 5456 * S, 5393 * S),
            Arbitrated(15 * S, 2, "stand", "Bouma", START),
            Undone(16 * S, "Bouma", "stand", 15 * S),
            Described(16 * S, "Bouma", About.of({"white": "Jelle de Vries"})),
            LogRestored(16 * S, "Bouma", 21, "set-aside-1"),
            ClockStarted(16 * S, "black"),
            FlagFell(17 * S, "black", 5456 * S, 0, (ALERT,)),
            ContinuedOnPaper(18 * S, 2),
            PaperMoves(19 * S, "Bouma", ("20-24",), (START,), (0,), "1-0", "20.5"),
            Arbitrated(20 * S, 2, "end", "Bouma", START, result="1-0", article="20.5"),
            SessionClosed(21 * S, "1-0", "20.5"),
        ]
    )


def raw_rows(fields: Sequence[tuple[str, Any]], last: RawRow | None = None) -> list[RawRow]:
    """The rows with these kinds and fields, a text as it stands, after the row `last`, each with its right checksum."""
    rows: list[RawRow] = [last] if last else []
    for kind, told in fields:
        text = told if isinstance(told, str) else json.dumps(told)
        number = rows[-1].row_id + 1 if rows else 1
        row = (number, number * S, kind, text)
        rows.append(RawRow(*row, chained(rows[-1].checksum if rows else b"", *row)))
    return rows[1:] if last else rows


def write_journal(path: Path, fields: Sequence[tuple[str, Any]]) -> None:
    """A journal with these rows, each with its right checksum. It takes rows too that no board of ours writes and no mirror takes."""
    last, lines = log_lines.START, []
    for row in raw_rows(fields):
        line, last = log_lines.line_of(event_of(*row[1:-1]), last)
        lines.append(line)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(lines))
