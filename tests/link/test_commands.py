"""Commands that are given at the hub: carried out once or told as not carried out, never both, and never after their time.

From whoever says them to what they are told, with a board that is there, cut off, or silent.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from hub.boards import commands
from hub.boards.commands import NO_MIRROR, NOT_ANSWERED, NOT_TAKEN_UP, ON_ITS_WAY, PENDING, NotAnswered, command_board
from hub.boards.link import is_cut_off
from link import sending
from link.board_socket import CommandCall
from link.messages import Accepted, Command, Expired, command_in, new_id, packet_of
from link.sending import CUT_OFF, FOUND_WITHIN_S, CommandError
from link.status import Link
from link.wire import CommandOutcome, downward_in, wire_packet
from pi.cli import main
from pi.uplink.uplink import wait_for
from record.decisions.commands import Describe, Recover, StopClock
from record.decisions.outcome import OBEYED
from record.events.about import About
from rules.errors import Sentence
from tests.link.simulated_hall import STEP_NS, S, last, scripts
from tests.support.board_service import Answering
from tests.support.commands import refusal
from tests.support.says import says

WORDS = """
# they are carried out in their order, each once, and the service's refusal is an answer too
say a b no, 10, = a+obeyed b+obeyed no-nothing-to-undo, sent 3
# a word and its answer are lost, and all packets are repeated for long
once command outcome, late all 0 0.1 2 20, say a, 30, = a+obeyed
# the service's refusal comes twice
late all 0 1, say no, 3, = no-nothing-to-undo
# a busy service does not take it up in time
busy, say a, 4.5, = a-open, 8, idle, 5, = a-withdrawn
# a killed uplink does not bring it in time
busy, say a, 0.5, kill uplink, 8, start uplink, idle, 5, = a-withdrawn
# it comes after its time
late command 7, say a, 20, = a-withdrawn
# its answer comes after its time
late outcome 7, say a, 20, = a+obeyed
# the hub's pulse is 2 s old on arrival, so the board ends a word so much sooner
late up 2, 4, busy, say a, 3.5, idle, 10, = a-withdrawn, say b, 0.9, = a-withdrawn b+open, 9, = a-withdrawn b+obeyed
# the board is cut off
cut board, 0.1, say a, 0.3, = a-cut-off, join board, 10, = a-cut-off
# no mirror runs when it is given, and one comes in time
stop mirror, say a, 1, start mirror, 3, = a+obeyed
# no mirror runs
stop mirror, say a, 6, start mirror, 3, = a-withdrawn, sent 0
# its answer is lost, and it stays open until the board tells
lose up, say a, 20, = a+open, fair, 3, = a+obeyed
# its answer is lost, and the mirror is killed
lose up, say a, 0.5, = a+open, kill mirror, fair, 1, start mirror, 3, = a+obeyed
# two games begin before the next mirror asks about it
busy, say a, 0.2, next, 0.1, next, 0.1, kill mirror, 0.1, idle, start mirror, 10, = a-other-game
# the next mirror sends it again while it is on its way
late command 2, say a, 0.2, kill mirror, fair, start mirror, 2, = a+obeyed, 10, = a+obeyed
# the uplink is killed after the service has done it, and the next one asks
lose outcome, say a, 1, = a+open, kill uplink, fair, start uplink, 3, = a+obeyed
# the service never had it, and no uplink that may have brought it is gone
lose command, say a, 6, fair, 3, = a-withdrawn
# another game is played than the one of which whoever speaks knows, as the pulse is lost
lose pulse, next, say a, 1, = a-other-game
# another game is played than the one of which whoever speaks knows, as the rows are lost
lose rows, next, say a, 1, = a-other-game
"""


@pytest.mark.parametrize("steps", scripts(WORDS))
def test_a_word_is_carried_out_once_or_told_as_not_carried_out(playing, steps):
    playing.do(steps)
    assert playing.board.done == sorted(playing.board.done)


def test_who_gave_a_command_and_is_gone_before_it_is_taken_up_has_asked_nothing(playing):
    playing.do("stop mirror")
    playing.say("a")
    playing.leave("a")
    playing.do("start mirror, 2, sent 0")


def test_the_same_command_that_comes_twice_to_the_mirror_is_sent_once_and_both_are_answered(playing):
    playing.say("a")
    command = playing.said["a"][0]._command
    playing.said["twin"] = CommandCall(playing.state, command, lambda: playing.now_ns), playing.now_ns
    playing.do("1, sent 1, = a+obeyed twin-obeyed")


def test_who_rules_on_a_row_that_is_no_longer_the_last_is_refused_and_the_board_hears_upon_what_a_word_was_made(playing):
    """Also where the board's ruling comes after a look at the desk and before the mirror takes the word up."""
    upon = last(playing.journal())[0]
    playing.do("rule first, 0.2")
    playing.say("a", upon=upon)
    playing.do("0.5, has 4, = a-ruled-meanwhile, lose rows, busy, rule second, say b")
    playing.say("names", Describe("Anna", About.of({"white": "Jelle"}), "names"))
    playing.wire.boards["1"].send(wire_packet(CommandOutcome(playing.board.uplink.machine, "w-1", Accepted())))  # of another command
    playing.do("0.5, = a-ruled-meanwhile b-open names-open")
    waiting = {type(one.command.body).__name__: one.command.based_on_row for one in playing.board.socket._commands}
    assert waiting == {"StopClock": 4, "Describe": 4}
    playing.do("idle, 0.5, = a-ruled-meanwhile b-ruled-meanwhile names+open, 3, = a-ruled-meanwhile b-ruled-meanwhile names+obeyed")


def test_a_word_of_an_unknown_pulse_is_not_done(playing):
    """Such as one of an earlier boot: nobody can say how old it is."""
    playing.do("lose command, say a, 0.2, fair")
    for number, change in enumerate(({"boot": "b0"}, {"pulse": 7})):
        sent = downward_in(playing.packets("command")[0])
        command = replace(command_in(sent.command), id=f"{number + 1:032x}")
        playing.wire.hub.send("1", wire_packet(replace(sent, command=Raw(packet_of(command)), **change)))
        playing.run(0.3)
        outcome = CommandOutcome(playing.board.uplink.machine, command.id, Expired())
        assert playing.packets("outcome")[number:] == [wire_packet(outcome)]
    assert playing.board.done == []


def test_a_command_of_no_game_is_refused_here(playing):
    playing.said["a"] = (
        CommandCall(playing.state, Command(new_id(), "../0001", StopClock("Anna"), 5_000), lambda: playing.now_ns),
        playing.now_ns,
    )
    playing.do("0.5, sent 0, = a-unknown")


def test_a_service_that_never_answers_leaves_it_unknown(playing):
    playing.do("busy, say a, 0.3")
    playing.board.answering.socket._commands[0].take(playing.board.now_ns)
    playing.board.answering.socket._commands.clear()
    playing.do("40, = a-no-answer")


def test_an_outcome_at_the_socket_wakes_the_uplink(playing):
    playing.do("busy, say a, 0.3")
    board = playing.board
    assert wait_for(board.uplink.descriptors, 0) == set()
    board.answering.look()
    assert len(wait_for(board.uplink.descriptors, 0)) == 1
    playing.do("idle, 0.5, = a+obeyed")


# whoever says them


class Meanwhile(CommandCall):
    """While its sender waits, the hall's time passes."""

    playing: Any

    def __init__(self, state, command):
        super().__init__(state, command, lambda: self.playing.now_ns)

    def wait(self, within_s):
        self.playing.run(STEP_NS / S)


@pytest.fixture
def waiting(playing, monkeypatch):
    """The clock of the hall is that of whoever waits for an outcome."""
    monkeypatch.setattr(commands, "is_cut_off", lambda link: is_cut_off(link, playing.now_ns))
    monkeypatch.setattr(Meanwhile, "playing", playing, raising=False)
    monkeypatch.setattr(sending, "CommandCall", Meanwhile)
    monkeypatch.setattr(sending, "time", SimpleNamespace(monotonic_ns=lambda: playing.now_ns))
    monkeypatch.setattr(commands, "LIFE_S", 1.0)
    monkeypatch.setattr(commands, "ON_THE_WAY_S", 1.0)
    playing.later = []
    monkeypatch.setattr(commands, "Thread", lambda target, args, **_: SimpleNamespace(start=lambda: playing.later.append((target, args))))
    return playing


RULE = ("rule", "stop-clock", "--by", "Anna", "--game")


def said(hall, reason="a"):
    """Say a word at the hub; whether it was told to be on its way, and the outcome."""
    told = []
    try:
        outcome = command_board(hall.journal(), StopClock("Anna", reason), when_sent=lambda: told.append(True))
    except CommandError as error:
        outcome = error
    return bool(told), outcome


def test_of_a_board_that_is_cut_off_it_is_said_at_once_and_nothing_is_put_in(waiting):
    waiting.do("cut board, 0.1")
    on_its_way, error = said(waiting)
    assert (on_its_way, error.sentence) == (False, CUT_OFF)
    assert [(one.became, one.stays) for one in PENDING.of(waiting.journal(), waiting.now_ns)] == [(CUT_OFF, True)], "the desk tells it"
    with pytest.raises(CommandError, check=says("this is decided at the board itself, where its files are: at its own desk")):
        command_board(waiting.journal(), Recover("Anna", 2))
    waiting.do("join board, 2")
    assert said(waiting, "b") == (True, None)
    assert says("RulingRefusal.nothing-to-undo")(said(waiting, "no")[1]), "as the service says"
    assert [reason for reason, _ in waiting.board.done] == ["b"]


@pytest.mark.parametrize("comes", [False, True], ids=["not on disk", "on disk soon after"])
def test_what_is_done_and_not_on_the_disk_of_the_board_is_told_so(waiting, comes):
    row = last(waiting.board.journal())[0] + (0 if comes else 1)
    waiting.board.answering = Answering(waiting.board.socket, lambda _command: Accepted(row, Sentence.plain("the disk is full")))
    _, held = said(waiting)
    told = (held.row, str(held.note)) if held else None
    note = "it is done, but not on disk yet, and the pages show it once it is: the disk is full"
    assert told == (None if comes else (row, note))


def test_where_the_mirror_has_ended_that_is_told_and_nothing_is_done_later_and_where_the_hub_has_lost_the_wire_all_are_cut_off(waiting):
    waiting.stop_mirror()
    assert said(waiting)[1].sentence == NO_MIRROR
    assert is_cut_off(Link(online=True, heard_ns=1), 7 * S), "after some seconds it is told before"
    waiting.do("start mirror, 8")
    assert waiting.board.done == []
    waiting.wire.hub.cut()
    waiting.run_until(lambda: is_cut_off(waiting.link, waiting.now_ns), 1)


def test_an_answer_that_does_not_come_in_time_leaves_it_open_until_the_desk_tells_it(waiting, monkeypatch):
    """The command waits long for a search for the board alone."""
    monkeypatch.setattr("pi.commands.rule.ANSWERED_WITHIN_S", 0.2)
    waiting.do("lose outcome")
    began_ns = waiting.now_ns
    error = refusal(*RULE, waiting.journal().parent)
    assert isinstance(error, NotAnswered)
    assert error.sentence == NOT_ANSWERED
    assert waiting.now_ns - began_ns < FOUND_WITHIN_S * S
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic_ns=lambda: waiting.now_ns))
    journal = waiting.journal()
    assert [(one.became, one.is_late) for one in PENDING.of(journal, waiting.now_ns)] == [(None, True)]
    ((ask_on, args),) = waiting.later
    waiting.do("fair")
    ask_on(*args)
    assert [(one.became, one.stays) for one in PENDING.of(journal, waiting.now_ns)] == [(OBEYED, False)]


def test_while_the_mirror_is_away_it_stays_open_and_its_outcome_is_told_once_it_is_back(waiting, monkeypatch):
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic_ns=lambda: waiting.now_ns))
    monkeypatch.setattr(commands, "ASKS_ON_S", 3.0)
    waiting.do("lose outcome")
    assert isinstance(said(waiting)[1], NotAnswered)
    waiting.stop_mirror()
    journal = waiting.journal()
    for _ in range(3):
        ask_on, args = waiting.later.pop()
        ask_on(*args)
        assert [(one.became, one.is_late) for one in PENDING.of(journal, waiting.now_ns)] == [(None, True)]
    waiting.do("fair, start mirror")
    ask_on, args = waiting.later.pop()
    ask_on(*args)
    assert [(one.became, one.stays) for one in PENDING.of(journal, waiting.now_ns)] == [(OBEYED, False)]
    assert ([reason for reason, _ in waiting.board.done], waiting.later) == (["a"], [])


def test_what_a_board_that_is_back_has_not_done_is_told_until_somebody_has_seen_it_and_nobody_asks_for_what_was_seen(waiting, monkeypatch):
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic_ns=lambda: waiting.now_ns))
    monkeypatch.setattr(commands, "ASKS_ON_S", 3.0)
    journal = waiting.journal()
    for reason in ("a", "b"):
        waiting.do("lose command")
        assert isinstance(said(waiting, reason)[1], NotAnswered)
        waiting.do("cut board")
        ask_on, args = waiting.later.pop()
        ask_on(*args)
        if reason == "a":
            waiting.do("fair, join board, 2")
        else:
            PENDING.see(journal, args[2])
        ask_on, args = waiting.later.pop()
        ask_on(*args)
        assert [(one.became, one.stays) for one in PENDING.of(journal, waiting.now_ns)] == [(NOT_TAKEN_UP, True)]
    assert (waiting.later, waiting.board.done) == ([], [])


def test_the_answer_waits_for_the_rows_before_it(playing):
    """Whoever reads it looks at the game then, and must see what was ruled."""
    playing.do("0.15, late rows 1, busy, say a, 0.4, press, idle, 0.5, = a+open")  # between two looks at all that is due
    playing.run_until(playing.agrees, 1)
    playing.do("0.1, has 5, = a+obeyed")
    playing.do("lose rows, rule b, 0.3, say b, 4")
    assert playing.became()[1] != "b-open", "it does not wait for rows that do not come"


def test_damcam_rule_says_that_it_is_on_its_way_and_where_to_rule_of_a_board_that_is_cut_off(waiting, capsys):
    assert main([*RULE, str(waiting.journal().parent)]) == 0
    assert capsys.readouterr().err.splitlines()[0].endswith(str(ON_ITS_WAY))
    waiting.do("cut board, 5")
    assert refusal(*RULE, waiting.journal().parent).sentence == CUT_OFF
