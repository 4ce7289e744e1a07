"""Words of the arbiter at the hub, from whoever says them to what they are told, with a board that is there, cut off, or silent."""

import threading
import time

import pytest

from hub.boards.handing import FOUND_WITHIN_S, RuleError
from hub.venue import handing_on
from hub.venue.handing_on import StillOnItsWay, hand_on, hand_on_choice
from hub.venue.link import Link, is_cut_off, read_link, write_link
from pi.cli import main
from record.decisions.inbox import Inbox
from record.decisions.words import StopClock
from record.events.of_game import Arbitrated
from tests.hub.venue.world import S


@pytest.fixture
def playing(world, monkeypatch):
    """The hall of `world`, in a thread of its own while `said` waits. The hub's monotonic clock is that of the hall."""
    world.board.begin()
    world.run(2)
    monkeypatch.setattr(handing_on, "is_cut_off", lambda link: is_cut_off(link, world.now_ns))
    return world


def said(world, reason="a", **how):
    """Say a word at the hub and let the hall's time pass until it is answered; whether it was told to be on its way, and the outcome."""
    told, outcome = [], []

    def say():
        try:
            outcome.append(hand_on(world.journal(), StopClock("Anna", reason), on_its_way=lambda: told.append(True), **how))
        except RuleError as error:
            outcome.append(error)

    saying = threading.Thread(target=say)
    saying.start()
    while saying.is_alive():
        world.run(0.05)
        saying.join(0.005)
    return bool(told), outcome[0]


def test_a_word_at_the_hub_is_carried_out_at_the_board(playing):
    assert said(playing) == (True, None)
    assert [reason for reason, _ in playing.board.done] == ["a"]


def test_of_a_board_that_is_cut_off_it_is_said_at_once_and_nothing_is_put_in(playing):
    playing.wire.boards["1"].cut()
    playing.run(0.1)
    on_its_way, error = said(playing)
    assert (on_its_way, str(error)) == (False, "the board cannot be reached from here, and nothing was done: rule at its own desk")
    with pytest.raises(RuleError, match="decided at the board itself"):
        hand_on_choice(playing.journal().parent, "Anna", 2)
    playing.wire.boards["1"].join()
    playing.run(2)
    assert said(playing, "b") == (True, None)
    assert [reason for reason, _ in playing.board.done] == ["b"]


def test_all_boards_are_cut_off_at_once_when_the_hub_itself_has_lost_the_wire(playing):
    playing.wire.hub.cut()
    playing.run(0.1)
    assert is_cut_off(read_link(playing.state), playing.now_ns)


def test_a_mirror_that_has_ended_is_told_and_nothing_is_done_later(playing, monkeypatch):
    monkeypatch.setattr(handing_on, "LIFE_S", 0.2)
    playing.stop_mirror()
    assert str(said(playing)[1]).startswith("the mirror of this hub did not take it up, and nothing was done")
    assert is_cut_off(Link(online=True, heard_ns=1), 7 * S), "after some seconds it is told before"
    playing.start_mirror()
    playing.run(8)
    assert playing.board.done == []


def test_an_answer_that_does_not_come_leaves_it_open(playing, monkeypatch):
    monkeypatch.setattr(handing_on, "LIFE_S", 1.0)
    monkeypatch.setattr(handing_on, "ON_THE_WAY_S", 0.2)
    playing.weather.fate = lambda way, packet: [] if packet.kind == "answer" else [0]
    _, error = said(playing, done_within_s=0.2)
    assert isinstance(error, StillOnItsWay)
    assert str(error).startswith("the board has not answered, and whether it was done is not known here yet")


def test_damcam_rule_waits_long_for_a_search_for_the_board_alone(playing, monkeypatch, capsys):
    monkeypatch.setattr(handing_on, "LIFE_S", 1.0)
    monkeypatch.setattr(handing_on, "ON_THE_WAY_S", 0.2)
    monkeypatch.setattr("pi.commands.rule.ANSWERED_WITHIN_S", 0.2)
    playing.weather.fate = lambda way, packet: [] if packet.kind == "answer" else [0]
    words = ["rule", "stop-clock", "--by", "Anna", "--game", str(playing.journal().parent), "--lang", "en"]
    ruling = threading.Thread(target=main, args=(words,))
    began_s = time.monotonic()
    ruling.start()
    while ruling.is_alive():
        playing.run(0.05)
        ruling.join(0.005)
    assert "the board has not answered" in capsys.readouterr().err
    assert time.monotonic() - began_s < FOUND_WITHIN_S


def test_the_answer_waits_for_the_rows_before_it(playing):
    """Whoever reads it looks at the game then, and must see what was ruled."""
    game = playing.board.game
    playing.weather.fate = lambda _way, packet: [S] if packet.kind == "rows" else [0]
    playing.board.is_busy = True
    with Inbox(playing.journal()) as inbox:
        number = inbox.put(StopClock("Anna", "a"))
        playing.run(0.2)
        row = game.journal.append(Arbitrated(S, 0, "to-move", "Anna", game.fen("B"), "a"), S)
        playing.board.is_busy = False
        playing.run(0.5)
        assert (inbox.answered(number), len(playing.board.done)) == (None, 1)
        playing.run(0.6)
        assert (inbox.answered(number), playing.ends()[1][0]) == ("obeyed", row)
        playing.weather.fate = lambda _way, packet: [] if packet.kind == "rows" else [0]
        game.journal.append(Arbitrated(2 * S, 0, "to-move", "Anna", game.fen("W"), "b"), 2 * S)
        playing.run(0.3)
        late = inbox.put(StopClock("Anna", "b"))
        playing.run(4)
        assert inbox.answered(late) is not None, "it does not wait for rows that do not come"


def test_damcam_rule_says_that_it_is_on_its_way(playing, capsys):
    status = []
    words = ["rule", "stop-clock", "--by", "Anna", "--game", str(playing.journal().parent), "--lang", "en"]
    ruling = threading.Thread(target=lambda: status.append(main(words)))
    ruling.start()
    while ruling.is_alive():
        playing.run(0.05)
        ruling.join(0.005)
    assert status == [0]
    assert capsys.readouterr().err.splitlines()[0] == "damcam: it is on its way to the board"
    link = read_link(playing.state)
    write_link(playing.state, Link(machine=link.machine, heard_ns=time.monotonic_ns()))
    assert main(words) == 1
    assert "rule at its own desk" in capsys.readouterr().err
