"""The messages of the hub to a board, and their payloads. Each says for which machine it is, for two may have one key by mistake."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from hub.wire.fields import GAME, ID, MAX_ROW, PayloadFields
from hub.wire.upward import MAX_KIND, PICTURE, ends_of_games
from record.telling.sentences import as_json
from rules.errors import Sentence

MAX_LIFE_MS = 60_000
MAX_WORD = 150_000
"""Characters of the JSON text of a word, as many as the bytes of its message. Moves from paper have 20,000."""
MAX_ACCOUNTS = 90_000
MAX_WANTED = 100
MAX_BY = 200
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """How far the hub has these games on disk: the last row of each, with its checksum; row 0 where it has nothing of it.

    `trouble` says why the hub cannot keep more at present.
    """

    KIND: ClassVar[str] = "acknowledged"
    machine: str
    hub: str
    """The id of the hub, which is another one where its disk is new."""
    games: dict[str, tuple[int, str]]
    trouble: Sentence | None = None

    def fields(self) -> dict[str, Any]:
        games = {game: list(last) for game, last in self.games.items()}
        return {"machine": self.machine, "hub": self.hub, "games": games, "trouble": as_json(self.trouble) if self.trouble else None}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        trouble = told.sentence("trouble") if told.has("trouble") else None
        return cls(told.matching("machine", ID), told.matching("hub", ID), ends_of_games(told), trouble)


@dataclass(frozen=True, slots=True)
class WordGiven:
    """A command for a game, as `link.messages.Command`; `kind` and `json` are its body.

    It has `left_ms` to live from the moment when it was sent, which was `since_ms` after the hub heard the pulse `pulse` of the boot
    `boot`. A board that sent this pulse knows by its own clock when the word ends at the latest. With `left_ms` 0 the hub only asks what
    became of the word.
    """

    KIND: ClassVar[str] = "word"
    machine: str
    word: str
    game: str
    row: int
    """The last row of the game that whoever said it could know."""
    kind: str
    json: str
    boot: str
    pulse: int
    since_ms: int
    left_ms: int
    again: bool = False
    """Whether it may have reached the board before."""

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(
            machine=told.matching("machine", ID),
            word=told.matching("word", ID),
            game=told.matching("game", GAME),
            row=told.whole("row", MAX_ROW),
            kind=told.text("kind", MAX_KIND),
            json=told.text("json", MAX_WORD),
            boot=told.matching("boot", ID),
            pulse=told.whole("pulse"),
            since_ms=told.whole("since_ms"),
            left_ms=told.whole("left_ms", MAX_LIFE_MS),
            again=told.truth("again"),
        )


@dataclass(frozen=True, slots=True)
class AccountsSent:
    """The file of the hub's accounts, with the passwords hashed, as `hub.access.accounts` writes it."""

    KIND: ClassVar[str] = "accounts"
    machine: str
    text: str

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), told.text("text", MAX_ACCOUNTS))


@dataclass(frozen=True, slots=True)
class PicturesWanted:
    """The names of pictures of that game that the hub asks for."""

    KIND: ClassVar[str] = "wanted"
    machine: str
    game: str
    names: tuple[str, ...]

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        names = told.listed("names", MAX_WANTED)
        for name in names:
            if not isinstance(name, str) or not PICTURE.fullmatch(name):
                raise told.refused("names", name)
        return cls(told.matching("machine", ID), told.matching("game", GAME), tuple(names))


@dataclass(frozen=True, slots=True)
class ViewAsked:
    """Somebody at the hub looks at the camera's current picture: the board alone, or `whole`."""

    KIND: ClassVar[str] = "look"
    machine: str
    whole: bool

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), told.truth("whole"))


@dataclass(frozen=True, slots=True)
class MachineRefused:
    """The hub takes nothing of this machine, and says why."""

    KIND: ClassVar[str] = "refused"
    machine: str
    why: Sentence

    def fields(self) -> dict[str, Any]:
        return {"machine": self.machine, "why": as_json(self.why)}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), told.sentence("why"))


@dataclass(frozen=True, slots=True)
class ForgetAsked:
    """Somebody wants the pictures of a closed game to be deleted. The board answers under the id `word`, and its journal says so."""

    KIND: ClassVar[str] = "forget"
    machine: str
    word: str
    game: str
    by: str
    """Who asked for it."""

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), told.matching("word", ID), told.matching("game", GAME), told.text("by", MAX_BY))


Downward = Acknowledged | WordGiven | AccountsSent | PicturesWanted | ViewAsked | MachineRefused | ForgetAsked
