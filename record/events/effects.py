"""What is to be done once an event is on disk, and what the arbiter is told."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alert:
    """Something for the arbiter alone (Art. 24)."""

    code: str
    article: str | None
    """Null where no article speaks of it."""
    squares: tuple[int, ...]
    text: str
    acts: str = "on claim"
    """When the arbiter may act: `at once`, or `on claim` of a player."""
    reason: str | None = None
    """Of a fault of the camera: what it is, or `over`."""
    side: str | None = None
    """Which side did it; null where it is no player's doing, as with the next two."""
    before: str | None = None
    """The FEN from which the press was explained, and"""
    after: str | None = None
    """what is held to stand after it; the side to move first."""


@dataclass(frozen=True, slots=True)
class TellSpectators:
    """The public view changed."""


@dataclass(frozen=True, slots=True)
class TellArbiter:
    """Something for the arbiter alone (Art. 24), and the press it is about."""

    seq: int
    alert: Alert


@dataclass(frozen=True, slots=True)
class WriteRecord:
    """The moves on the record, the result or the tags changed: the PDN is to be written anew."""


Effect = TellSpectators | TellArbiter | WriteRecord
