"""The lot: numbers and groups (A 3, D 4), so that anybody can repeat it before witnesses."""

from hashlib import sha256

from hub.events.changes import LotDrawn
from hub.events.groups import by_number, is_swiss
from hub.events.state import EventState
from hub.events.tables import sizes_of_groups
from rules.errors import Phrase
from tournament.errors import TournamentError


class LotFault(Phrase):
    """Why no lot is drawn."""

    NO_LOT_IN_B = "no lot is drawn in competition B: the numbers are the places of the last championship (B 3)"
    NO_LOT_IN_C = "no lot is drawn in competition C: numbers 1 to 8 are the places by promotion and relegation (C 8)"
    TOO_LATE = "round 1 is paired; damcam event undo takes rounds back before a lot is drawn anew"
    DRAWN = "the lot is drawn already, with seed {seed}; damcam event undo takes it back"
    NOBODY = "nobody has entered yet; damcam event enter takes ids or a list"


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
        raise TournamentError(LotFault.TOO_LATE.said())
    if state.lot:
        raise TournamentError(LotFault.DRAWN.said(seed=state.lot.seed))
    if not state.entrants:
        raise TournamentError(LotFault.NOBODY.said())
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
