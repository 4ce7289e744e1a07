"""The duty of players to write the moves (regulation E, Art. 2): who has it, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from record.events.of_record import WritingSuspended
from record.session.state import State

MUST_WRITE: Final = "junioren"
"""The class of regulation E whose players must write every move."""
LAST_NS: Final = 5 * 60 * 10**9
"""The duty may be suspended in the last 5 minutes of the player's own clock, 5:00 included."""


class Duty(StrEnum):
    """How it stands with the duty of a player."""

    WRITES = "writes"
    """The player must write every move."""
    SUSPENDED = "suspended"
    """The arbiter has suspended the duty until after the game."""
    TO_WRITE_UP = "to-write-up"
    """The game is over, and the moves since then are to be written up."""


@dataclass(frozen=True, slots=True)
class DutyToWrite:
    """The duty of one player, and the event that suspended it."""

    side: str
    duty: Duty
    since: WritingSuspended | None = None


def must_write(state: State) -> bool:
    """Whether the players of this game must write every move."""
    return state.opening is not None and state.opening.about.settings.age_class == MUST_WRITE


def writing_of(state: State) -> tuple[DutyToWrite, ...]:
    """The duty of White and of Black; empty where the players need not write. After the game only those who have moves to write up."""
    if not must_write(state):
        return ()
    both = (_of_side(state, side) for side in ("white", "black"))
    return tuple(one for one in both if one is not None)


def suspended(state: State, side: str) -> WritingSuspended | None:
    """The event that suspended the duty of the side; None while the player must write."""
    last = next((event for event in reversed(state.writing) if event.side == side), None)
    return last if last and last.suspended else None


def _of_side(state: State, side: str) -> DutyToWrite | None:
    since = suspended(state, side)
    if since:
        return DutyToWrite(side, Duty.TO_WRITE_UP if state.over else Duty.SUSPENDED, since)
    return None if state.over else DutyToWrite(side, Duty.WRITES)
