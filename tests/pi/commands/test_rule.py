"""`damcam rule`: from the arbiter's terminal through the inbox to the running service, and the answer back."""

import re
from pathlib import Path

import pytest

from clock.clock import ClockError, new_clock, set_times
from clock.control import parse_control
from hub.boards import handing
from pi.cli import main
from pi.setup.values import time_ns
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import AddTimes, CloseGame, EnterPaper, FindBoard, SetTimes, StartClock, StopClock, Undo
from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, SessionClosed, SessionOpened, TimesSet
from record.session.arbiter import RulingRefusal
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal

S = 10**9
CLOCKS = "done; White 1:20:00, Black 1:19:59,"
START, BLACKS = "W:W31-50:B1-20", "B:W31-50:B1-20"
WORDS = [
    StartClock("J", "white", "he is there"),
    StopClock("J"),
    SetTimes(2, 1, "J", "why", (3, 4)),
    AddTimes(-2, 0, "J", "why"),
    EnterPaper("31-26\n20-25", "J", "draw", "fy"),
    CloseGame("J"),
    Undo("J", 7, "a slip"),
    Decision(2, "stand", "J"),
]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "games" / "0001"
    folder.mkdir(parents=True)
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1), 0)
    return folder


def test_words_are_taken_up_once_and_in_their_order(game):
    with Inbox(game / JOURNAL_NAME) as arbiter, Inbox(game / JOURNAL_NAME) as loop:
        numbers = [arbiter.put(word) for word in WORDS]
        assert list(loop.take()) == list(zip(numbers, WORDS, strict=True))
        assert list(loop.take()) == []
        assert (arbiter.answered(numbers[0]), arbiter.withdraw(numbers[0])) == (None, False)
        loop.answer(numbers[0], OBEYED)
        assert arbiter.answered(numbers[0]) == OBEYED


def test_a_refusal_comes_back_as_it_was_and_one_of_the_version_before_as_its_text(game):
    refusal = RulingRefusal.TOO_FEW_PLIES.said(plies=3, seq=9, count=2)
    with Inbox(game / JOURNAL_NAME) as arbiter, Inbox(game / JOURNAL_NAME) as loop:
        number = arbiter.put(WORDS[0])
        for became in (refusal, "neither clock runs", '"a text in quotes', "[1, 2]", '{"code": 7}'):
            loop.answer(number, became)
            assert str(arbiter.answered(number)) == str(became)
        loop.answer(number, refusal)
        assert arbiter.answered(number) == refusal


def test_a_word_that_this_version_does_not_know_is_answered(game):
    with Inbox(game / JOURNAL_NAME) as inbox:
        number = inbox.put(Decision(2, "stand", "J"))
        inbox._do("UPDATE inbox SET kind = 'Dance'")
        assert list(inbox.take()) == []
        assert "knows no such word" in str(inbox.answered(number))


@pytest.mark.parametrize("spoilt", ["[1]", "null", "{", "[" * 20_000])
def test_a_word_that_is_no_object_is_answered_and_the_next_is_taken(game, spoilt):
    with Inbox(game / JOURNAL_NAME) as inbox:
        number, following = inbox.put(Decision(2, "stand", "J")), inbox.put(Decision(2, "restore", "J"))
        inbox._do("UPDATE inbox SET json = ? WHERE id = ?", spoilt, number)
        assert [taken for taken, _ in inbox.take()] == [following]
        assert "knows no such word" in str(inbox.answered(number))


@pytest.mark.parametrize("words", [["end", "2-0"], ["close", "a", "b"], ["position", "W:W31:B1"]])
def test_a_word_too_many_is_wrong_usage(words, capfd):
    with pytest.raises(SystemExit) as ended:
        main(["rule", *words])
    assert ended.value.code == 2
    assert "too many: " in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["start-clock"], StartClock("J. Jansen")),
        (["start-clock", "--side", "white", "--reason", "late arrival"], StartClock("J. Jansen", "white", "late arrival")),
        (["stop-clock"], StopClock("J. Jansen")),
        (["stop-clock", "--reason", "noise"], StopClock("J. Jansen", "noise")),
        (["set-times", "--white", "1:20:00", "--black", "05:30"], SetTimes(4800 * 10**9, 330 * 10**9, "J. Jansen")),
        (
            ["set-times", "--white", "1:00", "--black", "2:00", "--moves", "12,11"],
            SetTimes(60 * 10**9, 120 * 10**9, "J. Jansen", moves=(12, 11)),
        ),
        (["set-times", "--black", "2:00"], SetTimes(None, 120 * 10**9, "J. Jansen")),
        (["add-times", "--white", "0:02:00"], AddTimes(120 * 10**9, 0, "J. Jansen")),
        (["take-times", "--white", "1:00", "--black", "0:30"], AddTimes(-60 * 10**9, -30 * 10**9, "J. Jansen")),
        (["find-board"], FindBoard("J. Jansen")),
        (["find-board", "--corners", "1,9 9,9 9,1 1,1.5"], FindBoard("J. Jansen", ((1.0, 9.0), (9.0, 9.0), (9.0, 1.0), (1.0, 1.5)))),
        (["close"], CloseGame("J. Jansen")),
        (["end", "--result", "1-0", "--article", "20.2"], Decision(0, "end", "J. Jansen", result="1-0", article="20.2")),
    ],
)
def test_a_word_gets_to_the_service(game, taking, monkeypatch, words, expected):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(game.parents[1]))
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["rule", *words, "--by", "J. Jansen"]) == 0
    assert got == [expected]


@pytest.mark.parametrize(
    ("words", "events", "says"),
    [
        (
            ["start-clock"],
            [ClockStarted(1, "white", 4800 * S, 4799 * S)],
            f"{CLOCKS} and the clock of White runs",
        ),
        (["stop-clock"], [ClockStopped(1, 4800 * S, 4799 * S)], f"{CLOCKS} and both clocks stand"),
        (["find-board"], [], "The board is found."),
        (["close"], [SessionClosed(1, "1-0")], "{game} is closed, with the result 1-0"),
        (["close"], [SessionClosed(1, "*")], "{game} is closed, without a result"),
        (["end", "--result", "0-1"], [Arbitrated(1, 0, "end", "J", START, result="0-1")], "the game has ended, with the result 0-1"),
        (["to-move", "--side", "black"], [Arbitrated(1, 0, "to-move", "J", BLACKS)], f"done: to-move; the position now: {BLACKS}"),
        (["paper"], [Arbitrated(1, 0, "paper", "J", START)], "the game is noted on paper from now on"),
    ],
)
def test_what_the_ruling_did_is_said(game, taking, capfd, words, events, says):
    game = game.with_name("0002")
    game.mkdir()
    with Journal.create(game / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4799 * S), 0)

    def obey(journal: Path) -> str:
        with Journal.open(journal) as record:
            for event in events:
                record.append(event, event.t_ns)
        return OBEYED

    with taking(game / JOURNAL_NAME, obey):
        assert main(["rule", *words, "--game", str(game), "--lang", "en"]) == 0
    assert capfd.readouterr().err == f"damcam: {says.format(game=game)}\n"


def test_undo_names_the_last_ruling(game, taking, capfd):
    assert main(["rule", "undo", "--game", str(game)]) == 1
    assert "nothing can be undone" in capfd.readouterr().err
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(TimesSet(5, 7, 8, "J. Jansen"), 5)
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["rule", "undo", "--reason", "a slip", "--by", "J. Jansen", "--game", str(game)]) == 0
    assert got == [Undo("J. Jansen", 5, "a slip")]
    said = capfd.readouterr().err
    assert "the last ruling is undone; the position now: W:" in said
    assert said.endswith("and both clocks stand\n")


def test_a_refusal_is_said(game, taking, capfd):
    with taking(game / JOURNAL_NAME, "nothing is pending there"):
        status = main(["rule", "stand", "--game", str(game), "--by", "J. Jansen"])
    assert (status, "nothing is pending there" in capfd.readouterr().err) == (1, True)


def test_where_no_service_runs_the_word_is_taken_back(game, monkeypatch, capfd):
    monkeypatch.setattr(handing, "ANSWERED_WITHIN_S", 0.0)
    assert main(["rule", "stop-clock", "--game", str(game)]) == 1
    assert "does damcam run?" in capfd.readouterr().err
    with Inbox(game / JOURNAL_NAME) as inbox:
        assert list(inbox.take()) == []


@pytest.mark.parametrize("word", ["stop-clock", "stand", "close"])
def test_on_a_closed_game_nothing_is_ruled_and_nobody_waits_for_an_answer(game, capfd, word):
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(3, "1-0"), 3)
    assert main(["rule", word, "--game", str(game)]) == 1
    assert f"{game}: this game is closed, and no ruling can change it" in capfd.readouterr().err
    with Inbox(game / JOURNAL_NAME) as inbox:
        assert list(inbox.take()) == []


def test_a_folder_that_is_none_gets_a_sentence(capfd):
    assert main(["rule", "stop-clock", "--game", "/nowhere"]) == 1
    assert "/nowhere: there is no journal of a game in this folder" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["start-clock", "--white", "0:10:00"], "start-clock does not take --white; it takes --side, --reason, --by, --game"),
        (["start-clock", "--fen", "W:W31:B20"], "start-clock does not take --fen"),
        (["close", "--reason", "noise"], "close does not take --reason; it takes --by, --game"),
        (["stand", "--plies", "0", "--fen", "W:W31:B20"], "stand does not take --fen, --plies"),
        (["end", "--article", "20.2"], "end needs --result 1-0"),
        (["position"], 'position needs --fen "W:W31,32:B19,20"'),
        (["take-back"], "take-back needs --plies 1"),
        (["to-move"], "to-move needs --side white"),
        (["add-times"], "add-times needs --white 0:02:00, or --black, or both"),
        (["find-board", "--white", "1:00"], "find-board does not take --white; it takes --corners"),
        (["set-times"], "set-times needs --white 0:02:00, or --black, or both"),
        (["undo", "--side", "white"], "undo does not take --side; it takes --reason, --by, --game"),
    ],
)
def test_each_word_has_its_own_options(game, capfd, words, sentence):
    assert main(["rule", *words, "--game", str(game)]) == 2
    assert sentence in capfd.readouterr().err
    with Inbox(game / JOURNAL_NAME) as inbox:
        assert list(inbox.take()) == []


def test_a_clock_shows_less_than_a_day(game, capfd):
    with pytest.raises(SystemExit):
        main(["rule", "set-times", "--white", "24:00:00", "--black", "23:59:59", "--game", str(game)])
    assert "24:00:00 is a day or more; a clock shows less than 24 hours" in capfd.readouterr().err
    with pytest.raises(ClockError, match="set to 0:00:00 and Black's to 23:59:59: each needs some time left"):
        set_times(new_clock(parse_control("80m+60s")), 0, time_ns("0:00"), time_ns("23:59:59"))


def test_moves_counted_are_two_numbers(game, capfd):
    for moves in ("12", "12,-1", "12,11,10"):
        with pytest.raises(SystemExit):
            main(["rule", "set-times", "--white", "1:00", "--black", "1:00", f"--moves={moves}", "--game", str(game)])
        assert f"'{moves}' is not two whole numbers" in capfd.readouterr().err


def test_a_word_that_is_none_gets_the_words_there_are(capfd):
    with pytest.raises(SystemExit):
        main(["rule", "foo"])
    told = capfd.readouterr().err
    assert {"stop-clock", "find-board", "stand"} <= set(re.findall(r"[a-z-]+", told.partition("is not one of")[2]))
    assert "<" not in told
