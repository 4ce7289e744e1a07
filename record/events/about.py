"""What is known of a game: the tags that anybody may see, and apart from them the settings that it is played and recorded under.

On disk, in events and in session.json, it is one flat object. Keys that this version does not know are kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

T = TypeVar("T", "PublicTags", "KeptSettings")


@dataclass(frozen=True, slots=True)
class PublicTags:
    """What anybody may see of a game, as PDN has it. None: nobody said; an empty text: it is no longer known."""

    white: str | None = None
    """The player with the white pieces, and"""
    black: str | None = None
    """with the black ones."""
    event: str | None = None
    site: str | None = None
    date: str | None = None
    """Such as 2026.11.21, `?` for what is not known."""
    round: str | None = None
    board: str | None = None
    """The number of the board in the match."""

    @property
    def told(self) -> dict[str, str]:
        """Those that somebody said, by their names."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """The settings that are kept with a game; None where an older version, or a replay, kept none."""

    began: str | None = None
    """The time of day at the beginning, as ISO 8601 has it."""
    result_form: str | None = None
    """How game.pdn writes results."""
    regulation: str | None = None
    """The letter of the tournament regulation."""
    after_a_fault: str | None = None
    """What becomes of the record once an irregularity stands: `record` or `paper` (regulation C, Art. 5)."""
    delay: str | None = None
    """How much later the public sees the game."""
    clock_rate: str | None = None
    """How many times as fast as people's the time of a replay runs."""

    @property
    def told(self) -> dict[str, str]:
        """Those that were kept, by their names."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a game."""

    tags: PublicTags = PublicTags()
    settings: KeptSettings = KeptSettings()
    others: Mapping[str, Any] = field(default_factory=dict)
    """What stands beside both under keys that this version does not know."""

    @staticmethod
    def of(told: Mapping[str, Any]) -> "About":
        """From the flat object on disk; TypeError where it is none."""
        if not isinstance(told, Mapping):
            raise TypeError(f"what is known of a game is {told!r}; an object was expected")
        known = {field.name for kind in (PublicTags, KeptSettings) for field in fields(kind)}
        others = {key: value for key, value in told.items() if key not in known}
        return About(_read(PublicTags(), told), _read(KeptSettings(), told), others)

    @property
    def flat(self) -> dict[str, Any]:
        """As it stands on disk; `of` is its inverse."""
        return {**self.tags.told, **self.settings.told, **self.others}

    def then(self, told: "About") -> "About":
        """The same with what was told later, which counts."""
        return About(_read(self.tags, told.tags.told), _read(self.settings, told.settings.told), {**self.others, **told.others})


def _told(value: PublicTags | KeptSettings) -> dict[str, str]:
    return {field.name: text for field in fields(value) if (text := getattr(value, field.name)) is not None}


def _read(value: T, told: Mapping[str, Any]) -> T:
    """The value with what is told of its fields; whoever wrote a number by hand meant the text."""
    return replace(value, **{field.name: str(told[field.name]) for field in fields(value) if told.get(field.name) is not None})
