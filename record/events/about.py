"""What is known of a game: the tags that anybody may see, and apart from them the settings that it is played and recorded under.

In session.json it is one flat object (`About.flat`), in which keys that this version does not know are kept.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import field
from msgspec.structs import replace

from record.events.fields import Stored
from rules.errors import Sentence
from rules.pdn.tags import TagFault, fault_said, value_fault

T = TypeVar("T", "PublicTags", "KeptSettings")


class PublicTags(Stored, frozen=True):
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


class KeptSettings(Stored, frozen=True):
    """The settings that are kept with a game. A field is None where a replay did not keep it."""

    began: str | None = None
    """The time of day at the first moment of the game's own time, in ISO 8601."""
    began_unsure: str | None = None
    """`yes` where the machine's clock may not have been set then; empty once it is known."""
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
    def binding_regulation(self) -> str:
        """The letter of the regulation by which Art. 1 to 28 bind the game; empty where none does.

        All tournament regulations with games, A to G and I, apply them: the dark corner is at White's left (Art. 26), and a king gets a
        second disc (Art. 8).
        """
        return self.competition or self.regulation or ""

    @property
    def told(self) -> dict[str, str]:
        """The settings that have a value, by name."""
        return _told(self)


class About(Stored, frozen=True):
    """What is known of a game."""

    tags: PublicTags = PublicTags()
    settings: KeptSettings = KeptSettings()
    others: dict[str, Any] = field(default_factory=dict)
    """The values under keys that this version does not know."""

    @staticmethod
    def of(told: Mapping[str, Any]) -> "About":
        """Reads the flat object of session.json."""
        known = {*PublicTags.__struct_fields__, *KeptSettings.__struct_fields__}
        others = {key: value for key, value in told.items() if key not in known}
        return About(_read(PublicTags(), told), _read(KeptSettings(), told), others)

    @property
    def flat(self) -> dict[str, Any]:
        """The flat object for session.json; `of` is its inverse."""
        return {**self.tags.told, **self.settings.told, **self.others}

    def then(self, told: "About") -> "About":
        """A copy in which the values of `told`, which came later, replace the earlier ones."""
        return About(_read(self.tags, told.tags.told), _read(self.settings, told.settings.told), {**self.others, **told.others})


def _told(value: PublicTags | KeptSettings) -> dict[str, str]:
    return {name: text for name in value.__struct_fields__ if (text := getattr(value, name)) is not None}


def _read(value: T, told: Mapping[str, Any]) -> T:
    """A copy of `value` with the fields that `told` names. A number, as written by hand, becomes a text."""
    return replace(value, **{name: str(told[name]) for name in value.__struct_fields__ if told.get(name) is not None})


def tag_fault(tag: str, value: str) -> TagFault | None:
    """Why that value of a field of PublicTags cannot be shown; None where it can."""
    return value_fault(value, as_date=tag == "date")


def first_tag_fault(tags: PublicTags) -> Sentence | None:
    """What is wrong with the first of the tags that cannot be shown; None where all can."""
    faults = ((fault, value) for tag, value in tags.told.items() if (fault := tag_fault(tag, value)))
    return next((fault_said(fault, value) for fault, value in faults), None)
