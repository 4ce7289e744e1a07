"""Packets that somebody may send: by the fields that the messages have, with a few of them wrong, or of any bytes."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from link.status import message_of
from link.wire import DOWN, TOPICS, UP, Packet, wire_packet
from tests.link import wire_messages
from tests.support.admitted import admitted

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
STRANGE = st.sampled_from([float("nan"), 10**400, "0001", wire_messages.MACHINE, "\ud800", "\u202e\0", "", {}, []])
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | st.text(max_size=6) | STRANGE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""What JSON may hold."""
DEEP = b'{"a":' * 900 + b"1" + b"}" * 900
_GOLDEN = {wire_packet(message).kind: wire_packet(message).payload for message in (*wire_messages.UP, *wire_messages.DOWN)}


_FIELDS = {kind: admitted(topic.message).map(lambda message: json.loads(message_of(message))) for kind, topic in TOPICS.items()}


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
    fields = draw(_FIELDS[kind] | st.just(head).map(json.loads))
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
