"""The alerts for the arbiter, which are kept in the event that they come with."""

from typing import Annotated

from msgspec import field

from record.events.fields import SideName, Square, Stored, one_of

ON_CLAIM = "on claim"
ACTS = ("at once", ON_CLAIM)
"""When the arbiter may act: of himself, or on the claim of a player (Art. 10, 27)."""


class Alert(Stored, frozen=True):
    """Something for the arbiter alone (Art. 24)."""

    code: str
    article: str | None
    """The number of the article; null where no article covers the alert."""
    squares: tuple[Square, ...]
    text: str
    acts: Annotated[str, one_of(ACTS)] = field(default_factory=lambda: ON_CLAIM)
    """One of `ACTS`. It is always written: msgspec leaves a text out if it is the very object of the default, not if it equals it."""
    reason: str | None = None
    """What is wrong with the camera or the disk, such as `black`, or what the players said; null where `code` alone tells it."""
    side: SideName | None = None
    """The side that caused the alert; null where no player did."""
    before: str | None = None
    """The FEN of the position from which the press was explained; null where the alert is not about a press."""
    after: str | None = None
    """The FEN of the position after the press, the side to move first; null where the alert is not about a press."""
    pictures: tuple[str | None, ...] = ()
    """The rectified pictures before and after the press with the squares of this alert alone outlined, where `Ruled.straight` outlines
    others. An item is null where its picture could not be kept."""
