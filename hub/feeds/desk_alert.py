"""An alert as the desk keeps it: its sentence, the pictures that show it, and its outcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from os.path import exists
from pathlib import Path
from typing import Any

from hub.texts.articles import Article
from record.events.alert import Alert


@dataclass(frozen=True, slots=True)
class ShownPictures:
    """File names, relative to the game's folder, of the pictures that show an alert."""

    pictures: tuple[str | None, ...] = ()
    """The picture before and the one after; null for one that does not exist."""
    kept: tuple[str, ...] = ()
    """All pictures of the press, in time order."""

    @property
    def names(self) -> frozenset[str]:
        """The names of all pictures of the alert."""
        return frozenset(name for name in (*self.pictures, *self.kept) if name)


NOTHING_SHOWN = ShownPictures()


@dataclass(frozen=True, slots=True)
class DeskAlert:
    """One alert."""

    id: str
    """The row of the journal and the alert's number in it, such as `12-0`."""
    row: int
    seq: int
    """The press that the alert is about, or the last press before the alert."""
    ruled: bool
    """Whether the alert rules on that press, so that a later ruling on the press amends it."""
    told: Alert
    said: Mapping[str, str]
    """The alert's sentence, by language."""
    texts: tuple[Article, ...]
    """The articles that the alert names."""
    shown: ShownPictures = NOTHING_SHOWN
    t_ns: int = 0
    """When it was told, in nanoseconds since the session began, as far as its event and those before tell."""
    amended: bool = False
    """Whether a later ruling on the press replaced the alert."""
    righted: bool = False
    """Whether the player corrected the fault."""
    seen: str = ""
    """The name of the arbiter who marked the alert as seen; empty before that."""
    carried: bool = False
    """Whether it was told before the game was taken over here: it is no news to anybody."""

    @property
    def code(self) -> str:
        """The alert's code: a verdict, or the code of a remark."""
        return self.told.code

    @property
    def side(self) -> str | None:
        """The side of the player who caused the alert; None when no player did."""
        return self.told.side

    @property
    def stands(self) -> bool:
        """Whether the alert was neither amended nor corrected."""
        return not self.amended and not self.righted

    def view(self, folder: Path, lang: str, *, is_mirrored: bool = False) -> dict[str, Any]:
        """The alert in that language, ready for JSON; pictures whose files are gone from the game's folder are null or left out.

        Of a board elsewhere (`is_mirrored`) all are named, and those that are not here are `away`. `carried` is there where it is so.
        """
        here = {name for name in self.shown.names if exists(folder / name)}  # False for what can be no name, such as one that is too long
        there = self.shown.names if is_mirrored else here
        told = self.told
        return {
            "code": told.code,
            "article": told.article,
            "acts": told.acts,
            "side": told.side,
            "squares": told.squares,
            "before": told.before,
            "after": told.after,
            "reason": told.reason,
            "id": self.id,
            "row": self.row,
            "seq": self.seq,
            "ruled": self.ruled,
            "amended": self.amended,
            "righted": self.righted,
            "seen": self.seen,
            "texts": [article._asdict() for article in self.texts],
            "text": self.said[lang],
            "pictures": [name if name in there else None for name in self.shown.pictures],
            "away": sorted(there - here),
            "kept": [name for name in self.shown.kept if name in there],
            **({"carried": True} if self.carried else {}),
        }
