"""Packets that somebody may send: by the fields that the messages have, with a few of them wrong, or of any bytes.

any_packets = AnyPackets(Random(1), machine)
any_packets.packet(UP)     # on a topic from a board; some of them are messages
any_packets.rows()         # rows with right checksums, of events with whatever values their types admit, or with wrong ones
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from msgspec import inspect

from link.messages import MAX_PACKET, Command
from link.wire import TOPICS, Packet, wire_packet
from record.events.as_json import KINDS
from record.store.journal_rows import RawRow, is_event
from tests.hub.journal_rows import game_of, raw_rows
from tests.link.wire_messages import BOOT, DOWN, ID, MACHINE, UP

HOSTILE = "<u id=x7>\"'&amp;{{7*7}}"
"""No page may show this as it stands: it would be markup there."""
BIDI = "\u202e"
NUL = "\0"
TEXTS = (
    *(HOSTILE, f"Jelle{BIDI}ellej", f"Syt{NUL}ske", "\ud800", "\x1b[31m\x7f", "é" * 300, "😀", "", "../../etc/passwd", "9" * 5000),
    *(" ", "\n", "Anna", "W:W31:B20", "32-28", "27c-missed", '[White "x"]', "%n%s", "2026-11-30", "80m+60s", "15m", "frisian"),
)
"""Texts that were refused, shown wrongly or ended something somewhere."""
FORMED = (
    *("", "0001", "0002", "0003", "0100", "999999999", "1", MACHINE, "a", "a" * 80, BOOT, ID, "ab" * 32, "f1"),
    *(
        "damcam-1-0001.jsonl",
        "frames/0007.jpg",
        "drawn/0001.png",
        "set-aside-1/frames/0001.jpg",
        "frames/" + "a" * 81 + ".jpg",
        "drawn/a..b.jpg",
    ),
)
"""Texts for the fields that ask for a form."""
NUMBERS = (0, 1, -1, 2, 50, 51, 255, 2**31 - 1, 2**31, 2**53, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64, 10**400)
FLOATS = (0.0, -0.0, 0.5, 1.0, 1e308, -1e308, 5e-324, 1e9)
MAX_TEXT = 6_000
"""Characters of the fields of one row: all rows fit into one message."""
DEEP = b'{"a":' * 900 + b"1" + b"}" * 900
JPEG_OF_60000 = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffc0001108ea60ea6003012200021101031101ffda000c03010002110311003f00ffd9"
)
PICTURES = (b"", b"x", JPEG_OF_60000, b"\x89PNG\r\n\x1a\n" + bytes(40), b"<svg onload=alert(1)>", b"\n" * 9, bytes(200_000), bytes(200_001))
_GOLDEN = {type(message): message for message in (*UP, *DOWN)}
_GAME = [(kind, json.dumps(fields)) for kind, fields in game_of()]
_WORDS = re.compile(r"\\A\(\?:([^()\[\]]*)\)\\Z")
"""The pattern of a field that takes one of some words."""


class AnyPackets:
    """Packets that `chance` chooses. Most of them name the `machine`."""

    def __init__(self, chance: Random, machine: str = MACHINE) -> None:
        self.chance, self.machine = chance, machine

    def packet(self, direction: str) -> Packet:
        """A packet on a topic of that direction, UP or DOWN."""
        chance = self.chance
        kind = chance.choice([kind for kind, topic in TOPICS.items() if topic.direction == direction])
        topic = kind if chance.random() < 0.95 else chance.choice(sorted(TOPICS))
        return Packet(topic, self._bytes(kind))

    def fields(self, kind: str) -> dict[str, Any]:
        """The fields of a message of that kind, each with a value that its type admits."""
        fields: dict[str, Any] = self.value(_type_info(TOPICS[kind].message))
        if self.chance.random() < 0.95:
            fields["machine"] = self.machine
        if kind == "rows":
            fields["rows"] = [[*row[:-1], b64encode(row.checksum).decode()] for row in self.rows()]
        if kind == "command":
            fields["command"] = self.value(_type_info(Command))
        return fields

    def rows(self, last: RawRow | None = None) -> list[RawRow]:
        """Rows that follow each other and the row `last`: those of a game, some with other values, and some of any kinds."""
        chance = self.chance
        game = [(kind, json.loads(fields)) for kind, fields in _GAME]
        events: list[tuple[str, Any]] = list(game[: chance.randint(1, len(game))]) if last is None else []
        for _ in range(chance.randint(0, 4)):
            kind = chance.choice(sorted(KINDS))
            events.insert(chance.randint(0, len(events)), (kind, self.value(_type_info(KINDS[kind]))))
        for _ in range(chance.randint(0, 3)):
            kind, fields = chance.choice(events or game)
            self._spoil(fields)
        if chance.random() < 0.1:
            events.append((chance.choice(["Invented", *KINDS]), self.json()))
        texts = [(kind, json.dumps(fields)) for kind, fields in events or game[:1]]
        return raw_rows([(kind, text) for kind, text in texts if is_event(kind, text) and len(text) < MAX_TEXT] or game[:1], last)

    def json(self, depth: int = 3) -> Any:
        """What JSON may hold, and a little more."""
        chance = self.chance
        match chance.randrange(8 if depth else 6):
            case 0:
                return chance.choice([None, True, False])
            case 1:
                return chance.choice(NUMBERS)
            case 2:
                return chance.choice([*FLOATS, float("nan"), float("inf")])
            case 6:
                return [self.json(depth - 1) for _ in range(chance.randrange(4))]
            case 7:
                return {self.text(): self.json(depth - 1) for _ in range(chance.randrange(4))}
        return self.text()

    def text(self) -> str:
        return self.chance.choice(TEXTS + FORMED)

    def value(self, kind: inspect.Type) -> Any:
        """A value that the type admits, as JSON has it; often at the ends of what it admits."""
        chance = self.chance
        match kind:
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType():
                return self.value(chance.choice(kind.types))
            case inspect.VarTupleType():
                least = kind.min_length or 0
                most = kind.max_length if kind.max_length is not None else least + 2
                most = min(most, least + 2 if chance.random() < 0.95 else 120)
                return [self.value(kind.item_type) for _ in range(chance.randint(least, most))]
            case inspect.NamedTupleType():
                return [self.value(field.type) for field in kind.fields]
            case inspect.TupleType():
                return [self.value(item) for item in kind.item_types]
            case inspect.IntType():
                least, most = kind.ge if kind.ge is not None else -(2**63), kind.le if kind.le is not None else 2**63 - 1
                return chance.choice([least, most, *(number for number in NUMBERS if least <= number <= most)])
            case inspect.FloatType():
                least, most = kind.ge if kind.ge is not None else -1e308, kind.le if kind.le is not None else 1e308
                return chance.choice([least, most, *(number for number in FLOATS if least <= number <= most)])
            case inspect.StrType(pattern=str(pattern)):
                return chance.choice(_formed(pattern))
            case inspect.StrType():
                return self.text()[: kind.max_length]
            case inspect.DictType():
                return {self.value(kind.key_type): self.value(kind.value_type) for _ in range(chance.randrange(3))}
            case inspect.BytesType():
                length = chance.choice([kind.min_length or 0, kind.max_length or 9])
                return b64encode(chance.randbytes(length)).decode()
            case inspect.EnumType():
                return chance.choice([member.value for member in kind.cls])
            case inspect.LiteralType():
                return chance.choice(kind.values)
            case inspect.AnyType():
                return self._sentence()
            case inspect.BoolType():
                return chance.choice([True, False])
            case inspect.RawType():
                return {"a": [1]}
        assert isinstance(kind, inspect.NoneType), kind
        return None

    def _struct(self, kind: inspect.StructType) -> dict[str, Any]:
        told = {kind.tag_field: kind.tag} if kind.tag_field else {}
        for field in kind.fields:
            if field.required or self.chance.random() < 0.7:
                told[field.encode_name] = self.value(field.type)
        return told

    def _sentence(self) -> Any:
        """A sentence of a message, as a text or with values."""
        if self.chance.random() < 0.5:
            return self.text()
        values = {"name": self.json(1), "count": self.chance.choice(NUMBERS)}
        return {
            "code": self.text(),
            "english": self.chance.choice(["{name}", "{name} {name}", HOSTILE, "{0}", "{name!r}"]),
            "values": values,
        }

    def _bytes(self, kind: str) -> bytes:
        chance = self.chance
        is_golden = chance.random() < 0.3
        fields = json.loads(_golden_head(kind)) | {"machine": self.machine} if is_golden else self.fields(kind)
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            self._spoil(fields)
        text = json.dumps(fields, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
        if kind in ("picture", "view"):
            text += b"\n" + chance.choice(PICTURES)
        return self._damaged(text) if chance.random() < 0.2 else text

    def _spoil(self, fields: Any) -> None:
        """Change one place somewhere in the fields: another value, none, or one more."""
        places = list(_places(fields))
        if not places:
            return
        holder, key = self.chance.choice(places)
        match self.chance.randrange(4):
            case 0 if isinstance(holder, dict):
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[self.text()] = self.json()
            case 1:
                holder.append(holder[key])
            case _:
                holder[key] = self.json()

    def _damaged(self, text: bytes) -> bytes:
        chance = self.chance
        at = chance.randrange(len(text) + 1)
        match chance.randrange(8):
            case 0:
                return text[:at]
            case 1:
                return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
            case 2:
                return text + text
            case 3:
                return text[:at] + chance.randbytes(9) + text[at:]
            case 4:
                return chance.randbytes(chance.randrange(300))
            case 5:
                return DEEP
            case 6:
                return text[:-1] + b" " * chance.choice([1_000, 20_000, 80_000, 255_000, MAX_PACKET, 256_001]) + text[-1:]
        return b"\n" + text + b"\n\n"


def _golden_head(kind: str) -> bytes:
    return wire_packet(_GOLDEN[TOPICS[kind].message]).payload.partition(b"\n")[0]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place in a JSON value: what holds it, and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


_type_info = cache(inspect.type_info)


@cache
def _formed(pattern: str) -> Sequence[str]:
    """Texts of that form."""
    if words := _WORDS.fullmatch(pattern):
        return [re.sub(r"\\(.)", r"\1", word) for word in words[1].split("|")]
    formed = [text for text in FORMED if re.search(pattern, text)]
    assert formed, pattern
    return formed
