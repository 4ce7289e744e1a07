"""Rows of a kind that this version knows, and whose fields it cannot read. They are kept all the same: the rows after them follow."""

from collections.abc import Iterable, Iterator

from hub.venue.venue_says import VenueSays
from record.events.as_json import KINDS, decode
from record.events.of_game import EventError
from record.store.journal_rows import RawRow
from rules.errors import Sentence


def unreadable(game: str, rows: Iterable[RawRow]) -> Iterator[Sentence]:
    """What is to be said of each such row of that game."""
    for row in rows:
        try:
            if row.kind in KINDS:
                decode(row.kind, row.text)
        except EventError as error:
            yield VenueSays.UNREADABLE.said(row=row.row_id, game=game, why=error.sentence)
