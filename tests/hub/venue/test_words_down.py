"""Words that are put into an inbox at the hub: carried out once or told as not carried out, never both, and never after their time.

From whoever says them to what they are told, with a board that is there, cut off, or silent.
"""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from hub.boards.handing import FOUND_WITHIN_S, RuleError
from hub.venue import handing_on, mirrored_words
from hub.venue.handing_on import StillOnItsWay, hand_on
from hub.venue.link import Link, is_cut_off, write_link
from hub.venue.venue_says import VenueSays
from hub.wire.packets import downward_in, packet_of
from hub.wire.upward import AnswerTold
from pi.cli import main
from pi.uplink.uplink import LOOKS_EVERY_S, LOOKS_FOR_ANSWER_EVERY_S
from record.decisions.carried_words import CarriedInbox
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import Describe, Recover, StopClock
from record.events.about import About
from record.log.errors import LogError
from record.store.inbox_file import inbox_of
from rules.errors import Sentence
from tests.hub.venue.world import S, last, scripts
from tests.hub.wire.fake import FakeBoardHalf
from tests.support.commands import refusal
from tests.support.says import says

WORDS = """
# they are carried out in their order, each once, and the service's refusal is an answer too
say a b no, 10, = a+obeyed b+obeyed no+nothing-to-undo, sent 3
# a word and its answer are lost, and all packets are repeated for long
once word answer, late all 0 0.1 2 20, say a, 30, = a+obeyed
# the service's refusal comes twice
late all 0 1, say no, 3, = no+nothing-to-undo
# a busy service does not take it up in time
busy, say a, 4.5, = a-open, 8, idle, 5, = a-withdrawn
# a killed uplink does not bring it in time
busy, say a, 0.5, kill uplink, 8, start uplink, idle, 5, = a-withdrawn
# it comes after its time
late word 7, say a, 20, = a-withdrawn
# its answer comes after its time
late answer 7, say a, 20, = a+obeyed
# the hub's pulse is 2 s old on arrival, so the board ends a word so much sooner
late up 2, 4, busy, say a, 3.5, idle, 10, = a-withdrawn, say b, 0.9, = a-withdrawn b+open, 9, = a-withdrawn b+obeyed
# the board is cut off
cut board, 0.1, say a, 0.1, = a-cut-off, join board, 10, = a-cut-off
# no mirror runs
stop mirror, say a, 1, start mirror, 3, = a-of-before
# its answer is lost, and it stays open until the board tells
lose up, say a, 20, = a+open, fair, 3, = a+obeyed
# its answer is lost, and the mirror is killed
lose up, say a, 0.5, = a+open, kill mirror, fair, 1, start mirror, 3, = a+obeyed
# two games begin before the next mirror asks about it
say a, 0.1, next, 0.1, next, 0.1, kill mirror, 0.1, start mirror, 10, = a-withdrawn
# the next mirror asks about it while it is on its way, which ends it
late word 2, say a, 0.2, kill mirror, fair, start mirror, 1.5, = a-withdrawn, 10, = a-withdrawn
# another game is played than the one of which whoever speaks knows, as the pulse is lost
lose pulse, next, say a, 1, = a-other-game
# another game is played than the one of which whoever speaks knows, as the rows are lost
lose rows, next, say a, 1, = a-other-game
"""


@pytest.mark.parametrize("steps", scripts(WORDS))
def test_a_word_is_carried_out_once_or_told_as_not_carried_out(playing, steps):
    playing.do(steps)
    assert playing.board.done == sorted(playing.board.done)


def test_a_word_whose_life_is_over_or_that_somebody_has_withdrawn_is_not_sent(playing):
    playing.say("a", until_ns=playing.now_ns - S)  # as on a disk that took no note of it before
    with Inbox(playing.journal()) as inbox:
        playing.say("b")
        assert inbox.withdraw(inbox.last)
    playing.do("2, sent 0")
    assert playing.became()[0] == "a-withdrawn"


def test_who_rules_on_a_row_that_is_no_longer_the_last_is_refused_and_the_board_hears_upon_what_a_word_was_made(playing):
    """Also where the board's ruling comes after a look at the desk and before the mirror takes the word up."""
    upon = last(playing.journal())[0]
    playing.do("rule first, 0.2")
    playing.say("a", upon=upon)
    playing.do("0.5, has 4, = a-ruled-meanwhile, lose rows, busy, rule second, say b")
    playing.say("names", Describe("Anna", About.of({"white": "Jelle"}), "names"))
    playing.wire.boards["1"].send(packet_of(AnswerTold(playing.board.uplink.machine, "w-1", OBEYED)))  # of another word
    playing.do("0.5, = a-ruled-meanwhile b-ruled-meanwhile names-open")
    with Inbox(playing.board.journal()) as inbox:
        assert [(word.because, inbox.upon(number)) for number, word in inbox.take()] == [("names", 4)]


def test_a_word_of_an_unknown_pulse_or_game_is_not_done(playing):
    """Such as one of an earlier boot: nobody can say how old it is."""
    playing.do("lose word, say a, 0.2, fair")
    for number, change in enumerate(({"boot": "b0"}, {"pulse": 7}, {"game": "0007"})):
        word = replace(downward_in(playing.packets("word")[0]), word=f"w-{number}", **change)
        playing.wire.hub.send("1", packet_of(word))
        playing.run(0.1)
        assert playing.packets("answer")[number:] == [packet_of(AnswerTold(playing.board.uplink.machine, word.word, "withdrawn"))]
    assert playing.board.done == []


def test_a_damaged_inbox_is_set_aside_and_the_next_word_is_carried(playing, caplog):
    playing.do("say a, 1, stop mirror")
    inbox = inbox_of(playing.journal())
    inbox.write_bytes(b"no inbox")
    inbox.with_name(inbox.name + "-wal").unlink(missing_ok=True)
    playing.do("start mirror, 0.2")
    assert len(caplog.records) == 1
    playing.said.clear()
    playing.board.done.clear()
    playing.do("say b, 1, = b+obeyed")


def test_a_word_that_is_too_long_for_the_wire_is_withdrawn(playing):
    long = "x" * 160_000
    playing.do(f"say {long}, 6, = {long}-withdrawn")
    assert playing.link.refused["own-WireFault.too-long"].values["most"] == 150_000


def test_a_word_in_an_inbox_that_cannot_be_opened_or_in_which_it_is_not_seen_yet_goes_with_a_later_look(playing, monkeypatch):
    """SQLite lets others see a word once the disk has it, and its files look the same before and after."""
    opened, waiting = CarriedInbox, CarriedInbox.waiting
    faults, looks = [LogError(Sentence.plain("locked"))], []

    def opening(journal):
        if faults:
            raise faults.pop()
        return opened(journal)

    monkeypatch.setattr(mirrored_words, "CarriedInbox", opening)
    playing.do("say a, 0.4, = a+obeyed, 5")
    monkeypatch.setattr(CarriedInbox, "waiting", lambda inbox: looks.append(1) or ([] if len(looks) < 3 else waiting(inbox)))
    playing.do("say b, 0.4, = a+obeyed b+obeyed")


def test_an_inbox_of_an_earlier_game_that_cannot_be_opened_holds_up_no_word_of_this_game(playing, monkeypatch):
    playing.do("say a, 1, next, 1, next, 1, kill mirror")
    opened, first = CarriedInbox, playing.journal()

    def opening(journal):
        if journal == first:
            raise LogError(Sentence.plain("locked"))
        return opened(journal)

    monkeypatch.setattr(mirrored_words, "CarriedInbox", opening)
    playing.do("start mirror, 3, say b, 3, = a+obeyed b+obeyed")


def test_the_uplink_looks_often_while_an_answer_is_awaited_and_only_then(playing, monkeypatch):
    waits_s, receive = [], FakeBoardHalf.receive
    monkeypatch.setattr(FakeBoardHalf, "receive", lambda half, within_s: waits_s.append(within_s) or receive(half, within_s))
    for steps, wait_s in (("0.1", LOOKS_EVERY_S), ("busy, say a, 0.3", LOOKS_FOR_ANSWER_EVERY_S), ("idle, 0.5, = a+obeyed", LOOKS_EVERY_S)):
        playing.do(steps)
        waits_s.clear()
        playing.board.uplink.step(LOOKS_EVERY_S)
        assert waits_s[0] == wait_s
    assert LOOKS_FOR_ANSWER_EVERY_S < LOOKS_EVERY_S


# whoever says them


@pytest.fixture
def waiting(playing, monkeypatch):
    """The clock of the hall is the hub's: while somebody waits for an answer, the hall's time passes."""
    monkeypatch.setattr(handing_on, "is_cut_off", lambda link: is_cut_off(link, playing.now_ns))
    monkeypatch.setattr(handing_on, "time", SimpleNamespace(monotonic=lambda: playing.now_ns / S, sleep=playing.run))
    for name in ("LIFE_S", "ON_THE_WAY_S"):
        monkeypatch.setattr(handing_on, name, 1.0)
    return playing


RULE = ("rule", "stop-clock", "--by", "Anna", "--game")


def said(world, reason="a"):
    """Say a word at the hub; whether it was told to be on its way, and the outcome."""
    told = []
    try:
        outcome = hand_on(world.journal(), StopClock("Anna", reason), on_its_way=lambda: told.append(True))
    except RuleError as error:
        outcome = error
    return bool(told), outcome


def test_of_a_board_that_is_cut_off_it_is_said_at_once_and_nothing_is_put_in(waiting):
    waiting.do("cut board, 0.1")
    on_its_way, error = said(waiting)
    assert (on_its_way, error.sentence.code) == (False, "VenueSays.cut-off")
    with pytest.raises(RuleError, check=says("VenueSays.chosen-there")):
        hand_on(waiting.journal(), Recover("Anna", 2))
    waiting.do("join board, 2")
    assert said(waiting, "b") == (True, None)
    assert says("RulingRefusal.nothing-to-undo")(said(waiting, "no")[1]), "as the service says"
    assert [reason for reason, _ in waiting.board.done] == ["b", "no"]


def test_where_the_mirror_has_ended_that_is_told_and_nothing_is_done_later_and_where_the_hub_has_lost_the_wire_all_are_cut_off(waiting):
    waiting.stop_mirror()
    assert said(waiting)[1].sentence.code == "VenueSays.no-mirror"
    assert is_cut_off(Link(online=True, heard_ns=1), 7 * S), "after some seconds it is told before"
    waiting.do("start mirror, 8")
    assert waiting.board.done == []
    waiting.wire.hub.cut()
    waiting.run_until(lambda: is_cut_off(waiting.link, waiting.now_ns), 1)


def test_an_answer_that_does_not_come_leaves_it_open(waiting, monkeypatch):
    """The command waits long for a search for the board alone."""
    monkeypatch.setattr("pi.commands.rule.ANSWERED_WITHIN_S", 0.2)
    waiting.do("lose answer")
    began_ns = waiting.now_ns
    error = refusal(*RULE, waiting.journal().parent)
    assert isinstance(error, StillOnItsWay)
    assert error.sentence.code == "VenueSays.not-answered"
    assert waiting.now_ns - began_ns < FOUND_WITHIN_S * S


def test_the_answer_waits_for_the_rows_before_it(waiting):
    """Whoever reads it looks at the game then, and must see what was ruled."""
    with Inbox(waiting.journal()) as inbox:  # open, so that a look at it is no change of its files
        waiting.do("0.15, late rows 1, busy, say a, 0.2, rule a, idle, 0.5")  # between two looks at all that is due
        assert (inbox.answered(1), len(waiting.board.done)) == (None, 1)
        waiting.run_until(waiting.agrees, 1)
        waiting.do("0.1, has 4")
        assert inbox.answered(1) == "obeyed"
    waiting.do("lose rows, rule b, 0.3, say b, 4")
    assert waiting.became()[1] != "b-open", "it does not wait for rows that do not come"


def test_damcam_rule_says_that_it_is_on_its_way_and_where_to_rule_of_a_board_that_is_cut_off(waiting, capsys):
    assert main([*RULE, str(waiting.journal().parent)]) == 0
    assert capsys.readouterr().err.splitlines()[0].endswith(str(VenueSays.ON_ITS_WAY.said()))
    link = waiting.link
    write_link(waiting.state, Link(machine=link.machine, heard_ns=waiting.now_ns))
    assert says("VenueSays.cut-off")(refusal(*RULE, waiting.journal().parent))
