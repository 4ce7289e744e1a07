"""The lot: numbers and groups (A 3, D 4), so that anybody can repeat it before witnesses."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.errors import Phrase, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, Kind, given
from tournament.events.changes import LotDrawn
from tournament.events.ending import rounds_remarks
from tournament.events.groups import GroupFault, by_number, groups_of, is_swiss
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.tables import sizes_of_groups

SEEDS = 10**6
"""The seeds that are drawn by chance."""


class LotFault(Phrase):
    """Why no lot is drawn."""

    NO_LOT_IN_B = "no lot is drawn in competition B: the numbers are the places of the last championship (B 3)"
    NO_LOT_IN_C = "no lot is drawn in competition C: numbers 1 to 8 are the places by promotion and relegation (C 8)"
    TOO_LATE = "round 1 is paired, and the lot comes before it"
    DRAWN = "the lot is drawn already, with seed {seed}"


def drawn(state: EventState, seed: int) -> LotDrawn:
    """The lot of that seed; TournamentError where none is drawn.

    The order is that of the SHA-256 of `SEED:ID` in UTF-8, in which any other program repeats it; the first group takes the first ids. In G
    the groups are formed by strength, which is the order of the numbers (G 3), and nothing is left to the lot. In a Swiss event the lot is
    for those whose ratings are equal, or who have none (FIDE C.04.2, 2).
    """
    competition = state.made.competition
    if competition in ("B", "C"):
        raise TournamentError((LotFault.NO_LOT_IN_B if competition == "B" else LotFault.NO_LOT_IN_C).said())
    if state.rounds:
        raise TournamentError(LotFault.TOO_LATE.said(Remedy.UNDO.said()))
    if state.lot:
        raise TournamentError(LotFault.DRAWN.said(Remedy.UNDO.said(), seed=state.lot.seed))
    if not state.entrants:
        raise TournamentError(GroupFault.NOBODY.said(Remedy.ENTER.said()))
    sizes = sizes_of_groups(state)
    ids = by_number(state.entrants) if competition == "G" else lot_order([one.id for one in state.entrants], seed)
    if is_swiss(state):
        ids = sorted(ids, key=lambda id: -state.by_id[id].rating)
    groups, at = [], 0
    for size in sizes:
        groups.append(tuple(ids[at : at + size]))
        at += size
    return LotDrawn(seed, tuple(groups))


def lot_order(ids: list[str], seed: int) -> list[str]:
    """The ids in the order of the lot, which does not depend on the order in which they are given."""
    return sorted(ids, key=lambda id: (sha256(f"{seed}:{id}".encode()).hexdigest(), id))


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws the lot for numbers and groups (A 3, D 4) and tells its seed. With the same seed and ids it can be repeated before witnesses,
    also by another program: the ids stand in the order of the SHA-256 of SEED:ID, and the first group takes the first ones. In competition
    G the groups are formed by strength, which is the order of the numbers (G 3). B and C draw no lot."""

    seed: int | None = given(
        _("Seed, or empty for one by chance"), "the seed (default: one by chance)", kind=Kind.NUMBER, metavar="N", most=6, default=None
    )


def _draw(event: Event, given: Draw) -> Decided:
    seed = secrets.randbelow(SEEDS) if given.seed is None else given.seed
    return Decided(drawn(event.state, seed), rounds_remarks(event.state))


def _draw_told(done: Done) -> list[dict[str, Any]]:
    groups = [{"group": number, "ids": list(ids)} for number, ids in enumerate(groups_of(done.after.state), 1)]
    return [{"seed": done.change.seed, "groups": groups}]


def may_draw(state: EventState) -> bool:
    """Whether the lot is still to be drawn where there is one."""
    return state.made.competition not in ("B", "C") and bool(state.entrants) and not state.lot and not state.rounds


DRAW = Act(
    "draw",
    Draw,
    _draw,
    "draw the lot for numbers and groups",
    _("Draw by lot"),
    _draw_told,
    offered=may_draw,
    explains=_(
        "The lot gives numbers and groups. It is drawn from a seed, which is told and kept: with it the draw can be"
        " repeated before witnesses."
    ),
)
