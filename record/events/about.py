"""What is known of a game: the tags that anybody may see, and apart from them the settings that it is played and recorded under.

On disk, in events and in session.json, it is one flat object. Keys that this version does not know are kept.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from rules.errors import DamcamError, Phrase, Sentence

T = TypeVar("T", "PublicTags", "KeptSettings")
MAX_TAG_LENGTH = 100
"""The most characters of a name that the pages and a PDN tag can show."""
DATE = re.compile(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}", re.ASCII)


class AboutFault(Phrase):
    """Why a value does not tell what is known of a game."""

    NO_OBJECT = "what is known of a game is {value}; an object was expected"
    NO_DATE = "{text} is no date; a date such as 2026.11.21 was expected, or nothing"
    NO_LINE = "{text} is no name; a line of {most} characters at most was expected"
    NOT_SHOWN = "{text} is no name; it has a character that cannot be shown"


class AboutError(DamcamError, TypeError):
    """A value that does not tell what is known of a game."""


@dataclass(frozen=True, slots=True)
class PublicTags:
    """What anybody may see of a game, as in PDN. None means that nobody gave a value; an empty text that it is no longer known."""

    white: str | None = None
    """The name of the player with the white pieces."""
    black: str | None = None
    """The name of the player with the black pieces."""
    event: str | None = None
    site: str | None = None
    date: str | None = None
    """The date as in `2026.11.21`, with `?` for each unknown digit."""
    round: str | None = None
    board: str | None = None
    """The number of the board in the match."""

    @property
    def told(self) -> dict[str, str]:
        """The tags that have a value, by name."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """The settings that are kept with a game. A field is None where an older version or a replay did not keep it."""

    began: str | None = None
    """The time of day at the beginning, in ISO 8601."""
    result_form: str | None = None
    """How game.pdn writes results."""
    regulation: str | None = None
    """The letter of the tournament regulation."""
    competition: str | None = None
    """The letter of the regulation of the event in which a hub gave the game its board; `regulation` is the setting of the board."""
    age_class: str | None = None
    """The class of regulation E that the game belongs to, such as `junioren`; empty for a game of no such class."""
    after_a_fault: str | None = None
    """What happens to the record once an irregularity stands: `record` or `paper` (regulation C, Art. 5)."""
    delay: str | None = None
    """How much later the public sees the game, as the setting `delay` of [web] has it."""
    clock_rate: str | None = None
    """How many times faster than real time a replay runs."""

    @property
    def dark_corner_by(self) -> str:
        """The letter of the regulation by which the dark corner must be at White's left; empty where none binds the game.

        All tournament regulations with games, A to G and I, apply Art. 1 to 28, and so Art. 26.
        """
        return self.competition or self.regulation or ""

    @property
    def told(self) -> dict[str, str]:
        """The settings that have a value, by name."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a game."""

    tags: PublicTags = PublicTags()
    settings: KeptSettings = KeptSettings()
    others: Mapping[str, Any] = field(default_factory=dict)
    """The values under keys that this version does not know."""

    @staticmethod
    def of(told: Mapping[str, Any]) -> "About":
        """Reads the flat object on disk; AboutError for anything that is not an object."""
        if not isinstance(told, Mapping):
            raise AboutError(AboutFault.NO_OBJECT.said(value=repr(told)))
        known = {field.name for kind in (PublicTags, KeptSettings) for field in fields(kind)}
        others = {key: value for key, value in told.items() if key not in known}
        return About(_read(PublicTags(), told), _read(KeptSettings(), told), others)

    @property
    def flat(self) -> dict[str, Any]:
        """The flat object that is written to disk; `of` is its inverse."""
        return {**self.tags.told, **self.settings.told, **self.others}

    def then(self, told: "About") -> "About":
        """A copy in which the values of `told`, which came later, replace the earlier ones."""
        return About(_read(self.tags, told.tags.told), _read(self.settings, told.settings.told), {**self.others, **told.others})


def _told(value: PublicTags | KeptSettings) -> dict[str, str]:
    return {field.name: text for field in fields(value) if (text := getattr(value, field.name)) is not None}


def _read(value: T, told: Mapping[str, Any]) -> T:
    """A copy of `value` with the fields that `told` names. A number, as written by hand, becomes a text."""
    return replace(value, **{field.name: str(told[field.name]) for field in fields(value) if told.get(field.name) is not None})


def is_printable(text: str) -> bool:
    """Whether each character of the text can be shown.

    As `str.isprintable`, but a character that Unicode has not assigned yet counts as shown. The Unicode of Python 3.11 is older than that
    of 3.13, and a board must not refuse a name that the hub takes.
    """
    return text.isprintable() or all(character.isprintable() or _is_unassigned(character) for character in text)


def _is_unassigned(character: str) -> bool:
    """Whether a later Unicode may assign the character to something that is seen (Unicode 23.7 and its default ignorables)."""
    number = ord(character)
    is_noncharacter = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
    is_ignorable = number == 0x2065 or 0xFFF0 <= number <= 0xFFF8 or 0x13430 <= number <= 0x1345F or 0xE0000 <= number <= 0xE0FFF
    return unicodedata.category(character) == "Cn" and not is_noncharacter and not is_ignorable


def tag_fault(tag: str, value: str) -> AboutFault | None:
    """Why that value of a field of PublicTags cannot be shown; None where it can."""
    if tag == "date" and value and not DATE.fullmatch(value):
        return AboutFault.NO_DATE
    if len(value) > MAX_TAG_LENGTH or "\n" in value:
        return AboutFault.NO_LINE
    return None if is_printable(value) else AboutFault.NOT_SHOWN


def first_tag_fault(tags: PublicTags) -> Sentence | None:
    """What is wrong with the first of the tags that cannot be shown; None where all can."""
    found = ((fault, value) for tag, value in tags.told.items() if (fault := tag_fault(tag, value)))
    return next((fault.said(text=repr(value[:MAX_TAG_LENGTH]), most=MAX_TAG_LENGTH) for fault, value in found), None)
