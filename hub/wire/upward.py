"""The messages of a board to the hub, and their payloads. Each says by which machine it is, for two may have one key by mistake."""

import re
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from hub.wire.carriage import MAX_PAYLOAD, MAX_PICTURE
from hub.wire.fields import CHECKSUM, GAME, ID, MAX_NS, MAX_ROW, PayloadFields, WireError, WireFault
from link.status import Status, StatusError, from_json, to_json
from record.decisions.outcome import OBEYED, WITHDRAWN, Became
from record.store.journal_rows import RawRow, is_event
from record.store.latest import ClockRow
from record.telling.sentences import as_json
from rules.errors import Sentence

MAX_GAMES = 1_000
"""Games in one message."""
MAX_ROWS = 1_000
"""Rows in one message."""
MAX_KIND = 80
"""Characters of the kind of an event or of a word."""
MAX_JSON = MAX_PAYLOAD
"""Characters of the JSON text of a row: what fits in a message is read."""
PICTURE = re.compile(r"(set-aside-[0-9]{1,4}/)?(frames|drawn)/[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.(jpg|png)", re.ASCII)
"""The form of a picture's name, below the folder of its game."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The board is there, or, as the wire says when its connection is lost, is not."""

    KIND: ClassVar[str] = "presence"
    machine: str
    online: bool

    def fields(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), told.truth("online"))


@dataclass(frozen=True, slots=True)
class Pulse:
    """How the board is now. `t_ns` is its monotonic time when this was sent, and belongs to the boot `boot`."""

    KIND: ClassVar[str] = "pulse"
    machine: str
    boot: str
    number: int
    """The number of the pulse since the uplink started."""
    t_ns: int
    utc_ms: int
    """The board's time of day, in milliseconds since 1970."""
    alive: bool
    """Whether the board's service gives signs of life."""
    game: str = ""
    """The newest game; empty before the first."""
    row: int = 0
    """Its last row, with its chained checksum."""
    checksum: str = ""
    zero_ns: int | None = None
    """The board's monotonic time at which the time of this game was nought; None where it is not known."""
    clock: ClockRow | None = None
    """The last readings of its running clock."""
    accounts: str = ""
    """The SHA-256 of the board's file of accounts, which says whether it is that of the hub; empty where there is none."""

    def fields(self) -> dict[str, Any]:
        return {**asdict(self), "clock": list(self.clock) if self.clock else None}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(
            machine=told.matching("machine", ID),
            boot=told.matching("boot", ID),
            number=told.whole("number"),
            t_ns=told.whole("t_ns"),
            utc_ms=told.whole("utc_ms", least=-MAX_NS),
            alive=told.truth("alive"),
            game=told.matching("game", GAME) if told.text("game", 9) else "",
            row=told.whole("row", MAX_ROW),
            checksum=told.matching("checksum", CHECKSUM),
            zero_ns=told.whole_or_none("zero_ns"),
            clock=_clock(told),
            accounts=told.matching("accounts", CHECKSUM),
        )


def _clock(told: PayloadFields) -> ClockRow | None:
    if not told.has("clock"):
        return None
    values = told.listed("clock", 3)
    if len(values) != 3:
        raise told.refused("clock", values)
    return ClockRow(*(told.whole_in("clock", value) for value in values))


@dataclass(frozen=True, slots=True)
class GamesThere:
    """The games that lie on the board, each with its last row and the checksum of that: the hub answers how far it has each of them."""

    KIND: ClassVar[str] = "games"
    machine: str
    games: dict[str, tuple[int, str]]

    def fields(self) -> dict[str, Any]:
        return {"machine": self.machine, "games": {game: list(last) for game, last in self.games.items()}}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        return cls(told.matching("machine", ID), ends_of_games(told))


def ends_of_games(told: PayloadFields) -> dict[str, tuple[int, str]]:
    """The games of a message, each with a row and its checksum; WireError."""
    games = {}
    for game, last in told.mapped("games", MAX_GAMES).items():
        if not GAME.fullmatch(game) or not isinstance(last, list) or len(last) != 2:
            raise told.refused(f"games.{game:.9}", last)
        row, checksum = last
        if not isinstance(checksum, str) or not CHECKSUM.fullmatch(checksum):
            raise told.refused(f"games.{game}", last)
        games[game] = told.whole_in(f"games.{game}", row, MAX_ROW), checksum
    return games


@dataclass(frozen=True, slots=True)
class RowsOf:
    """Rows of one game, as they stand in its journal, in their order without a gap."""

    KIND: ClassVar[str] = "rows"
    machine: str
    game: str
    rows: tuple[RawRow, ...]

    def fields(self) -> dict[str, Any]:
        return {"machine": self.machine, "game": self.game, "rows": [[*row[:-1], row.checksum.hex()] for row in self.rows]}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        rows = tuple(_row(told, row) for row in told.listed("rows", MAX_ROWS))
        if not rows or any(after.row_id != before.row_id + 1 for before, after in pairwise(rows)):
            raise told.refused("rows", [row.row_id for row in rows])
        return cls(told.matching("machine", ID), told.matching("game", GAME), rows)


def _row(told: PayloadFields, row: object) -> RawRow:
    match row:
        case [int(row_id), int(t_ns), str(kind), str(text), str(checksum)]:
            is_sound = checksum and CHECKSUM.fullmatch(checksum) and len(text) <= MAX_JSON and is_event(kind, text)
            if is_sound and type(row_id) is type(t_ns) is int and 0 < row_id <= MAX_ROW and -MAX_NS <= t_ns <= MAX_NS:
                return RawRow(row_id, t_ns, kind, text, bytes.fromhex(checksum))
    raise told.refused("rows", row)


@dataclass(frozen=True, slots=True)
class ReadinessTold:
    """The status that the board's service tells, `age_ms` old when it was sent; its own time counts on that machine alone."""

    KIND: ClassVar[str] = "readiness"
    machine: str
    age_ms: int
    status: Status

    def fields(self) -> dict[str, Any]:
        return {"machine": self.machine, "age_ms": self.age_ms, "report": to_json(self.status)}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        report = told.mapped("report", 100)
        try:
            status = from_json(report)
        except StatusError:
            raise told.refused("report", report) from None
        return cls(told.matching("machine", ID), told.whole("age_ms", 60_000), status)


@dataclass(frozen=True, slots=True)
class PictureSent:
    """A picture that the hub asked for; `data` is None where the board has none of that name, or it is too large for the wire."""

    KIND: ClassVar[str] = "picture"
    machine: str
    game: str
    name: str
    data: bytes | None

    def fields(self) -> dict[str, Any]:
        size = None if self.data is None else len(self.data)
        return {"machine": self.machine, "game": self.game, "name": self.name, "bytes": size}

    @classmethod
    def of(cls, told: PayloadFields, data: bytes) -> Self:
        size = told.whole("bytes", MAX_PICTURE) if told.has("bytes") else None
        if (size or 0) != len(data):
            raise WireError(WireFault.OTHER_SIZE.said(kind=cls.KIND, told=size or 0, size=len(data)))
        names = told.matching("machine", ID), told.matching("game", GAME), told.matching("name", PICTURE)
        return cls(*names, None if size is None else data)


@dataclass(frozen=True, slots=True)
class ViewSent:
    """The camera's current picture, which the hub asked for; `about` tells of it as `hub.boards.camera_view`, with its age when sent."""

    KIND: ClassVar[str] = "view"
    machine: str
    about: dict[str, Any]
    data: bytes

    def fields(self) -> dict[str, Any]:
        return {"machine": self.machine, "about": self.about, "bytes": len(self.data)}

    @classmethod
    def of(cls, told: PayloadFields, data: bytes) -> Self:
        if (size := told.whole("bytes", MAX_PICTURE)) != len(data):
            raise WireError(WireFault.OTHER_SIZE.said(kind=cls.KIND, told=size, size=len(data)))
        return cls(told.matching("machine", ID), told.mapped("about", 20), data)


@dataclass(frozen=True, slots=True)
class AnswerTold:
    """What became of a word of the hub: `OBEYED`, why it was refused, or `WITHDRAWN`: it was not done and never will be."""

    KIND: ClassVar[str] = "answer"
    machine: str
    word: str
    became: Became
    row: int = 0
    """The last row of the game when a word was obeyed: its event is there, or before. Where it is `held`, the row that it will be."""
    held: Sentence | None = None
    """Why the board's disk does not take the event of an obeyed word yet; None where it is on disk."""

    def fields(self) -> dict[str, Any]:
        became = as_json(self.became) if isinstance(self.became, Sentence) else self.became
        held = {"held": as_json(self.held)} if self.held else {}
        return {"machine": self.machine, "word": self.word, "became": became, "row": self.row, **held}

    @classmethod
    def of(cls, told: PayloadFields) -> Self:
        said = told.sentence("became")
        is_plain = not said.code and said.english == "{text}"
        became = next((one for one in (OBEYED, WITHDRAWN) if is_plain and said.values.get("text") == one), said)
        row = told.whole("row", MAX_ROW) if told.has("row") else 0
        held = told.sentence("held") if told.has("held") else None
        return cls(told.matching("machine", ID), told.matching("word", ID), became, row, held)


Upward = Presence | Pulse | GamesThere | RowsOf | ReadinessTold | PictureSent | ViewSent | AnswerTold
