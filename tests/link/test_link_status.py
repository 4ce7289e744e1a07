"""How the links to the boards elsewhere are told to the pages."""

import logging
import shutil

import pytest

from hub.boards.link import DEAD_BROKER, DEAD_MIRROR, hub_fault, is_cut_off, is_long_away, read_link
from link.hub import LOOKS_AT_ONCE
from link.hub_board import MirroredBoard
from record.store.mirror_mark import MARK_NAME
from rules.errors import Sentence
from tests.link.simulated_hall import STEP_NS, S


def told(hall, key="1"):
    """How the link is as the pages hear it, once time has passed for their connection."""
    read_link(hall.venue / key)
    if hall.mirror:
        hall.mirror._carry()
    return read_link(hall.venue / key)


def is_off(hall, key="1"):
    return is_cut_off(told(hall, key), hall.now_ns)


def test_the_pages_hear_how_the_link_is_and_a_board_is_cut_off_soon_after_the_mirror_died(hall):
    hall.run(2.0)
    (hall.state / MARK_NAME).unlink()
    assert read_link(hall.state) is None, "nothing tells that it is a mirror"
    hall.run(2.0)
    assert told(hall).online, "the mark comes again where somebody deleted it"
    hall.run(8.0)
    assert hall.now_ns - told(hall).heard_ns < 2 * S
    stopped_ns = hall.now_ns
    hall.do("stop uplink, 5.5")
    assert not told(hall).online
    assert stopped_ns - 2 * S < told(hall).heard_ns <= stopped_ns, "of one that is away it is told when it was heard"
    hall.do("start uplink, 2")
    told(hall)
    hall.do("kill mirror, 4")
    assert not is_off(hall)
    hall.run(3.0)
    assert (is_off(hall), told(hall).online) == (True, True), "nobody is there to say otherwise"
    hall.do("start mirror")
    assert not told(hall).online, "a new mirror says first that it knows nothing"
    hall.run(2.0)
    assert not is_off(hall)


def test_the_mirror_tells_of_itself_that_it_lives_and_is_connected_to_the_broker(hall):
    assert hub_fault(hall.board.state, hall.now_ns) is None, "no mirror ever worked there"
    assert hub_fault(hall.venue, hall.now_ns) is DEAD_MIRROR
    for steps, fault in (("1.5", None), ("cut hub, 1.5", DEAD_BROKER), ("join hub, 1.5", None), ("kill mirror, 7", DEAD_MIRROR)):
        hall.do(steps)
        assert hub_fault(hall.venue, hall.now_ns) is fault, steps


@pytest.mark.parametrize("again", ["cut hub, 3, join hub", "kill mirror, 9, start mirror"])
def test_a_board_is_long_away_once_the_hub_heard_others_for_a_minute_and_not_it(hall, again):
    def is_away():
        hub_fault(hall.venue, hall.now_ns)
        return is_long_away(told(hall), hall.venue, hall.now_ns)

    hall.run(62)
    assert not is_away()
    hall.do("stop uplink, 56")
    assert not is_away()
    hall.run(8)
    assert is_away()
    first, second, last = again.split(", ")
    hall.do(f"{first}, {second}")
    assert not is_away()
    hall.do(f"{last}, 56")
    assert not is_away(), "it had no minute to come back"
    hall.run(8)
    assert is_away()


def test_a_text_that_is_none_leaves_out_what_was_refused_and_the_link_is_told(hall, caplog):
    caplog.set_level(logging.CRITICAL)  # a log with such a text does not go from one process of the tests to another
    hall.run(2.0)
    board = hall.mirror._boards["1"]
    board.refuse("rows", Sentence.plain("\ud800"))
    board.tell_link()
    assert (told(hall).online, told(hall).refused) == (True, {})


def test_when_a_game_began_is_told_anew_only_where_it_has_moved(hall):
    hall.board.begin()
    hall.run(3.0)
    first = told(hall)
    assert (first.game, abs(first.zero_ns + hall.board.ahead_ns - hall.board.zero_ns) < S // 10) == ("0001", True)
    hall.run(20.0)
    assert told(hall).zero_ns == first.zero_ns
    hall.do("next, 3")
    assert (told(hall).game, told(hall).zero_ns > first.zero_ns) == ("0002", True)


def test_a_quiet_board_is_seldom_told_what_it_knows_and_an_acknowledgement_that_was_lost_is_made_up_for(playing):
    playing.run(1.0)
    since = len(playing.wire.seen)
    playing.run(10.0)
    assert 1 <= len(playing.packets("acknowledged", since)) <= 3
    playing.do("press, once acknowledged, 1")
    assert not playing.once, "the row's own"
    since = len(playing.wire.seen)
    playing.run(12.0)
    assert playing.packets("acknowledged", since), "though the hub has all that the pulses tell of"


@pytest.mark.parametrize("looked_at", [1, 13])
def test_a_dead_board_shows_while_a_hall_catches_up(hall, looked_at):
    """Each step takes long there, and nobody tells that the board is away."""
    for number in range(25 * LOOKS_AT_ONCE):
        (hall.venue / f"x{number}").mkdir()
    hall.do("stop mirror, start mirror")
    for _ in range(80 + looked_at):
        hall.step(STEP_NS)
    assert not is_off(hall)
    hall.do("lose presence, kill uplink")
    for _ in range(20):
        hall.now_ns += S // 2
        hall.mirror.step(0)
    assert is_off(hall)


@pytest.mark.parametrize("bring", [shutil.move, shutil.copytree])
def test_a_folder_that_somebody_brought_under_another_key_is_no_live_board(hall, bring):
    hall.board.begin()
    hall.run(3.0)
    bring(hall.state, hall.venue / "7")
    hall.run(8.0)
    assert (is_off(hall, "7"), is_off(hall)) == (True, False)
    assert hall.agrees()


def test_a_board_whose_folder_was_deleted_is_looked_at_no_more(hall, monkeypatch):
    for number in range(5 * LOOKS_AT_ONCE):
        (hall.venue / f"0{number}").mkdir()
    hall.board.begin()
    closed, looked = [], []
    look, close = MirroredBoard.look, MirroredBoard.close
    monkeypatch.setattr(MirroredBoard, "look", lambda board: (looked.append(board in closed), look(board))[1])
    monkeypatch.setattr(MirroredBoard, "close", lambda board: (closed.append(board), close(board))[1])
    for _ in range(4):
        hall.do("stop mirror, 0.05")
        closed.clear()
        hall.do("start mirror, 2")
        shutil.rmtree(hall.state)
        hall.run(2.0)
        assert len(closed) == 1
    assert not any(looked)
