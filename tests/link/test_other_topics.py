"""What a board sends on topics below its own that no message has: the hub's end hands it on, so that it counts for the board's budget."""

from contextlib import closing

from link.mqtt import HubEnd, Line
from link.wire import DOWN, PREFIX, TOPICS, UP, Packet
from tests.support.mosquitto import mosquitto
from tests.support.waiting import WITHIN_S, wait_until

KINDS = {"": "", "/": "", "/a/b": "a/b", "/rows/0001": "rows/0001", "/x": "x"}
"""The kinds of packets by the ends of their topics."""


def test_what_comes_on_any_topic_of_a_board_is_handed_on(system, tmp_path):
    with mosquitto(tmp_path) as broker:
        enrolment = broker.enroll("1")
        with closing(HubEnd(broker.hall.own(), "mirror")) as hub, closing(Line(enrolment, "1.pi", (f"{PREFIX}/1/{DOWN}/#",))) as board:
            wait_until(lambda: hub.connection and board.connection, lambda: (hub.trouble, board.trouble))
            came = []

            def arrives():
                for end in KINDS:
                    board.publish(f"{PREFIX}/1/{UP}{end}", b"x", TOPICS["rows"])
                came.extend(hub.receive(WITHIN_S / 12) for _ in KINDS)
                return len(set(filter(None, came))) >= len(set(KINDS.values()))

            wait_until(arrives, lambda: (came, hub.trouble))
            assert set(filter(None, came)) == {("1", Packet(kind, b"x")) for kind in KINDS.values()}
