"""The rows of an event as its log tells them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.errors import Sentence
from tournament.events.changes import ChangeRow, RoundPaired
from tournament.events.hand_pairing import broken_by
from tournament.events.pairing_faults import PairingFault
from tournament.events.state import folded
from tournament.events.telling import change_said


def row_said(rows: Sequence[ChangeRow], row: ChangeRow, names: Mapping[str, str] | None = None) -> Sentence:
    """What a row of `rows` changed, with the `names` of the entrants by their ids, or with the ids.

    Of a round with pairs by hand it names the rules that these break, by the event as it stood before.
    """
    said = change_said(row.change, names, rows)
    if said.remedy is None or not isinstance(row.change, RoundPaired):
        return said
    broken = broken_by(folded(rows[: row.number - 1]), row.change, names)
    breaks = PairingFault.BREAKS.said(count=len(broken), rules=tuple(broken)) if broken else None
    return replace(said, remedy=replace(said.remedy, remedy=breaks))
