"""How the links to the boards elsewhere are told to the pages."""

import logging
import shutil

import pytest

from hub.venue.link import is_cut_off, is_mirror_dead, read_link
from link.hub import LOOKS_AT_ONCE
from link.hub_board import MirroredBoard
from record.store.mirror_mark import MARK_NAME
from rules.errors import Sentence
from tests.hub.venue.world import STEP_NS, S


def told(world, key="1"):
    """How the link is as the pages hear it, once time has passed for their connection."""
    read_link(world.venue / key)
    if world.mirror:
        world.mirror._carry()
    return read_link(world.venue / key)


def is_off(world, key="1"):
    return is_cut_off(told(world, key), world.now_ns)


def test_the_pages_hear_how_the_link_is_and_a_board_is_cut_off_soon_after_the_mirror_died(world):
    world.run(2.0)
    (world.state / MARK_NAME).unlink()
    assert read_link(world.state) is None, "nothing tells that it is a mirror"
    world.run(2.0)
    assert told(world).online, "the mark comes again where somebody deleted it"
    world.run(8.0)
    assert world.now_ns - told(world).heard_ns < 2 * S
    stopped_ns = world.now_ns
    world.do("stop uplink, 5.5")
    assert not told(world).online
    assert stopped_ns - 2 * S < told(world).heard_ns <= stopped_ns, "of one that is away it is told when it was heard"
    world.do("start uplink, 2")
    told(world)
    world.do("kill mirror, 4")
    assert not is_off(world)
    world.run(3.0)
    assert (is_off(world), told(world).online) == (True, True), "nobody is there to say otherwise"
    world.do("start mirror")
    assert not told(world).online, "a new mirror says first that it knows nothing"
    world.run(2.0)
    assert not is_off(world)


def test_the_mirror_tells_of_itself_that_it_lives_and_what_it_refused(world):
    assert not is_mirror_dead(world.board.state, world.now_ns), "no mirror ever worked there"
    assert is_mirror_dead(world.venue, world.now_ns)
    world.run(1.5)
    assert not is_mirror_dead(world.venue, world.now_ns)
    world.do("kill mirror, 7")
    assert is_mirror_dead(world.venue, world.now_ns)


def test_a_text_that_is_none_leaves_out_what_was_refused_and_the_link_is_told(world, caplog):
    caplog.set_level(logging.CRITICAL)  # a log with such a text does not go from one process of the tests to another
    world.run(2.0)
    board = world.mirror._boards["1"]
    board.refuse("rows", Sentence.plain("\ud800"))
    board.tell_link()
    assert (told(world).online, told(world).refused) == (True, {})


def test_when_a_game_began_is_told_anew_only_where_it_has_moved(world):
    world.board.begin()
    world.run(3.0)
    first = told(world)
    assert (first.game, abs(first.zero_ns + world.board.ahead_ns - world.board.zero_ns) < S // 10) == ("0001", True)
    world.run(20.0)
    assert told(world).zero_ns == first.zero_ns
    world.do("next, 3")
    assert (told(world).game, told(world).zero_ns > first.zero_ns) == ("0002", True)


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
def test_a_dead_board_shows_while_a_hall_catches_up(world, looked_at):
    """Each step takes long there, and nobody tells that the board is away."""
    for number in range(25 * LOOKS_AT_ONCE):
        (world.venue / f"x{number}").mkdir()
    world.do("stop mirror, start mirror")
    for _ in range(80 + looked_at):
        world.step(STEP_NS)
    assert not is_off(world)
    world.do("lose presence, kill uplink")
    for _ in range(20):
        world.now_ns += S // 2
        world.mirror.step(0)
    assert is_off(world)


@pytest.mark.parametrize("bring", [shutil.move, shutil.copytree])
def test_a_folder_that_somebody_brought_under_another_key_is_no_live_board(world, bring):
    world.board.begin()
    world.run(3.0)
    bring(world.state, world.venue / "7")
    world.run(8.0)
    assert (is_off(world, "7"), is_off(world)) == (True, False)
    assert world.agrees()


def test_a_board_whose_folder_was_deleted_is_looked_at_no_more(world, monkeypatch):
    for number in range(5 * LOOKS_AT_ONCE):
        (world.venue / f"0{number}").mkdir()
    world.board.begin()
    closed, looked = [], []
    look, close = MirroredBoard.look, MirroredBoard.close
    monkeypatch.setattr(MirroredBoard, "look", lambda board: (looked.append(board in closed), look(board))[1])
    monkeypatch.setattr(MirroredBoard, "close", lambda board: (closed.append(board), close(board))[1])
    for _ in range(4):
        world.do("stop mirror, 0.05")
        closed.clear()
        world.do("start mirror, 2")
        shutil.rmtree(world.state)
        world.run(2.0)
        assert len(closed) == 1
    assert not any(looked)
