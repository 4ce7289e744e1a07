"""What happens to the record of a game rather than in the game: what is told of it anew or from elsewhere, and that its pictures go."""

from dataclasses import dataclass
from enum import StrEnum

from record.events.about import About


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of the game was told anew: players, event, round. It may come after the closing."""

    t_ns: int
    by: str
    about: About
    """What changed alone; an empty text is no longer known."""


@dataclass(frozen=True, slots=True)
class MovesBefore:
    """The moves that were made before the recording began here, as somebody entered them: what another recorder kept of them is lost."""

    t_ns: int
    by: str
    moves: tuple[str, ...]
    """As in `PaperMoves`, and"""
    fens: tuple[str, ...]
    """likewise; the last one with the counts of Art. 17 where they are not nought."""
    clocks: tuple[tuple[int, int] | None, ...]
    """White's and Black's reading right after each, null where it is not known."""


@dataclass(frozen=True, slots=True)
class AlertSeen:
    """The arbiter has seen an alert, and rules nothing."""

    t_ns: int
    by: str
    alert: str
    """The row of the journal that tells it, and its place there: `17-0`."""


class Why(StrEnum):
    """Why pictures go."""

    CLOSED = "closed"
    """The game is over, and no alert needs them."""
    BUDGET = "budget"
    """Those of newer games need the room."""
    DAYS = "days"
    """They have been kept for as long as the settings say."""
    ASKED = "asked"
    """Somebody asked for it."""


@dataclass(frozen=True, slots=True)
class PicturesDropped:
    """From now on no pictures are kept of the game but `kept`. It comes after the closing.

    The files go once this is on disk; what a power cut leaves of them goes later.
    """

    t_ns: int
    at: str
    """The time of day, as ISO 8601 has it; empty where it was not known."""
    why: str
    """A `Why`."""
    by: str = ""
    """Who asked for it."""
    kept: tuple[str, ...] = ()
