"""Packets that somebody may send: by the fields that the messages have, with a few of them wrong, or of any bytes."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from link.wire import DOWN, TOPICS, UP, Packet, wire_packet
from tests.link import wire_messages

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
STRANGE = st.sampled_from([float("nan"), 10**400, "0001", wire_messages.MACHINE, "\ud800", "\u202e\0", "", {}, []])
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | st.text(max_size=6) | STRANGE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""What JSON may hold."""
DEEP = b'{"a":' * 900 + b"1" + b"}" * 900
SENTENCES = st.text(max_size=6) | st.fixed_dictionaries({"code": st.just("a"), "english": st.just("{b}"), "values": st.just({"b": 1})})
_GOLDEN = {wire_packet(message).kind: wire_packet(message).payload for message in (*wire_messages.UP, *wire_messages.DOWN)}


def values(info: inspect.Type) -> st.SearchStrategy[Any]:
    """The values of that type, as in JSON; those without one are sentences."""
    match info:
        case inspect.IntType():
            least, most = (-(2**63) if info.ge is None else info.ge), (2**63 if info.le is None else info.le)
            return st.integers(least, most) | st.sampled_from([least, most])
        case inspect.FloatType():
            return FLOATS
        case inspect.BoolType():
            return st.booleans()
        case inspect.StrType():
            return st.from_regex(info.pattern) if info.pattern else st.text(min_size=info.min_length or 0, max_size=9)
        case inspect.BytesType():
            return st.sampled_from(["", "A" * 43 + "="])  # none, or 32 of them, in base64
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType() | inspect.EnumType():
            return st.sampled_from(info.values if isinstance(info, inspect.LiteralType) else [one.value for one in info.cls])
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(values(info.item_type), min_size=info.min_length or 0, max_size=max(3, info.min_length or 0))
        case inspect.TupleType():
            return st.tuples(*map(values, info.item_types))
        case inspect.NamedTupleType():
            return st.tuples(*(values(field.type) for field in info.fields))
        case inspect.DictType():
            return st.dictionaries(values(info.key_type), values(info.value_type), max_size=3)
        case inspect.UnionType():
            return st.one_of(*map(values, info.types))
        case inspect.StructType():
            fields = {field.encode_name: values(field.type) for field in info.fields if field.required}
            others = {field.encode_name: values(field.type) for field in info.fields if not field.required}
            tag = {info.tag_field: st.just(info.tag)} if info.tag_field else {}
            return st.fixed_dictionaries(tag | fields, optional=others)
        case inspect.RawType():
            return JSON | st.just(json.loads(bytes(wire_messages.DOWN[1].command)))
    return SENTENCES


_FIELDS = {kind: st.deferred(lambda message=topic.message: values(inspect.type_info(message))) for kind, topic in TOPICS.items()}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place in a JSON value: what holds it, and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


@st.composite
def packets(draw: Callable[[st.SearchStrategy[Any]], Any], direction: str) -> Packet:
    """Packets on the topics of that direction, UP or DOWN; some of them are messages."""
    kind = draw(st.sampled_from([kind for kind, topic in TOPICS.items() if topic.direction == direction]))
    head, line, data = _GOLDEN[kind].partition(b"\n")
    fields = json.loads(json.dumps(draw(_FIELDS[kind] | st.just(json.loads(head)))))
    for _ in range(draw(st.integers(0, 2))):
        holder, key = draw(st.sampled_from(list(_places(fields))))
        holder[key] = draw(JSON)
    text = json.dumps(fields, ensure_ascii=draw(st.booleans())).encode(errors="surrogatepass")
    some = st.just(data) | st.binary(max_size=9)
    return Packet(
        draw(st.sampled_from([kind] * 9 + sorted(TOPICS))),
        draw(st.just(text + line + draw(some)) | st.sampled_from([text, text, DEEP]) | st.binary(max_size=9)),
    )


ANY_PACKETS = packets(UP) | packets(DOWN)
