"""One enrolled board that sends whatever it likes: the mirror goes on for all others, and marks that board alone."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from link.wire import UP, Packet, Pulse, Rows, View, wire_packet
from record.store.journal_rows import LastRow
from tests.hub.journal_rows import game_of, raw_rows
from tests.link.any_packets import AnyPackets
from tests.link.simulated_hall import S
from tests.link.wire_messages import BOOT, MACHINE, SEEN

FAULTY = "2"
ABOUT = asdict(SEEN)
WITHOUT_WHOLE = {key: value for key, value in ABOUT.items() if key != "whole"}
VIEWS = [WITHOUT_WHOLE, ABOUT | {"corners_px": False}, ABOUT | {"corners_px": 7}, ABOUT | {"checks": 3}, {}]
NUMBERS = iter(range(1, 10**9))


def send(hall, packet):
    """What the faulty board sends now."""
    hall.wire.carry("up", FAULTY, packet)


def view(about):
    return Packet("view", json.dumps({"v": 1, "machine": MACHINE, "about": about}).encode() + b"\nx")


def send_rows(hall, rows):
    """The rows of its first game, whose pulse says that it is there."""
    pulse = Pulse(MACHINE, BOOT, next(NUMBERS), 5 * S, 1_790_000_000_000, alive=True, game="0001", last=LastRow(len(rows), b""))
    send(hall, wire_packet(pulse))
    send(hall, wire_packet(Rows(MACHINE, "0001", tuple(rows))))


def link_of(hall):
    return hall.mirror._boards[FAULTY].link


@pytest.mark.parametrize("about", VIEWS)
def test_a_view_that_is_none_twice_a_second_keeps_no_ruling_of_the_hub_from_arriving(playing, about, caplog):
    for number in range(6):
        send(playing, view(about))
        playing.say(f"r{number}")
        playing.run(0.5)
    playing.do("press, 1")
    playing.do(f"= {' '.join(f'r{number}+obeyed' for number in range(6))}, has 5")
    assert (playing.link.faulty, playing.link.refused) == (False, {})
    link = link_of(playing)
    assert link.faulty or "view" in link.refused
    assert sum("Traceback" in record.getMessage() for record in caplog.records) <= 1
    send(playing, wire_packet(View(MACHINE, SEEN, b"x")))
    playing.run(2)
    assert not link_of(playing).faulty


def test_a_row_with_half_a_surrogate_pair_neither_ends_the_mirror_nor_freezes_the_boards_link(playing):
    game = game_of()
    kind, told = game[4]
    rows = raw_rows([*game[:4], (kind, told | {"\ud800": 1}), ("\ue000", {"x": "\ud83d"}), *game[5:9]])
    send_rows(playing, rows)
    playing.run(2)
    (refused,) = link_of(playing).refused
    assert (link_of(playing).online, refused.partition("-")[0]) == (True, "rows"), "no log can hold such a row, and the message is left"
    playing.run(10)
    assert not link_of(playing).online, "its file goes on telling how it is"
    playing.do("press, 0.5, has 5, say r, 0.5, = r+obeyed")


def test_what_the_mirror_finds_on_disk_at_its_start_ends_it_for_nobody(playing):
    game = [(kind, told | {"alerts": [{"pictures": [[]]}], "straight": 3, "kept": [{}]}) for kind, told in game_of()]
    send_rows(playing, raw_rows([*game, ("PicturesDropped", {"kept": 7}), ("PicturesDropped", "[]")]))
    playing.do("1, stop mirror, start mirror, 1, press, 1, has 5, say r, 1, = r+obeyed")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_whatever_a_board_sends_costs_no_other_board_anything(playing, seed):
    """The hall goes on from one example to the next. `tests/bench/fuzz.py` does this at length, and looks at the pages too."""
    any_packets = AnyPackets(Random(seed))
    for _ in range(8):
        send(playing, any_packets.packet(UP))
    send_rows(playing, any_packets.rows())
    obeyed = len(playing.board.done)
    playing.say(f"r{obeyed}")
    playing.do("press, 0.6")
    assert len(playing.board.done) == obeyed + 1
    assert playing.agrees()
    assert (playing.link.faulty, playing.link.refused) == (False, {})
    assert link_of(playing) is None or len(link_of(playing).refused) <= 20
