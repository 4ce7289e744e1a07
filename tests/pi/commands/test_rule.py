"""`damcam rule` and `damcam names`: from the terminal to the running service, and the answer back."""

from pathlib import Path
from typing import Any

import pytest

from link import sending
from pi.cli import main
from pi.commands.names import NamesSays
from pi.commands.rule import RuleSays
from record.decisions.arbitration import Decision
from record.decisions.commands import (
    AddTimes,
    CloseGame,
    Describe,
    FindBoard,
    ResumeWriting,
    SetControl,
    SetTimes,
    StartClock,
    StopClock,
    SuspendWriting,
    Undo,
)
from record.decisions.outcome import OBEYED
from record.events.about import About
from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, Pressed, Ruled, SessionClosed, TimesSet
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.telling.sentences import side_word
from rules.errors import Sentence
from tests.pi.commands.test_hub import begin
from tests.support.commands import refusal
from tests.support.says import says

S = 10**9
MIN = 60 * S
TIMES = {"white": "1:20:00", "black": "1:19:59"}
START, BLACKS = "W:W31-50:B1-20", "B:W31-50:B1-20"
J = "J. Jansen"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    begin(tmp_path, 1, black_s=4799, white="Jele", black="Sytske", event="Cup").close()
    return tmp_path / "games" / "0001"


def written(path: Path, *events: Any) -> None:
    with Journal.open(path) as journal:
        for event in events:
            journal.append(event, event.t_ns)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("start-clock", StartClock(J)),
        ("start-clock --side white --reason late", StartClock(J, "white", "late")),
        ("stop-clock --reason noise", StopClock(J, "noise")),
        ("set-times --white 1:20:00 --black 05:30", SetTimes(80 * MIN, 330 * S, J)),
        ("set-times --white 1:00 --black 2:00 --moves 12,11", SetTimes(MIN, 2 * MIN, J, moves=(12, 11))),
        ("set-times --black 2:00", SetTimes(None, 2 * MIN, J)),
        ("add-times --white 0:02:00", AddTimes(2 * MIN, 0, J)),
        ("take-times --white 1:00 --black 0:30", AddTimes(-MIN, -30 * S, J)),
        ("time-control --control 80m+60s --reason set_wrongly", SetControl("80m+60s", J, "set wrongly")),
        ("find-board", FindBoard(J)),
        ("find-board --corners 1,9_9,9_9,1_1,1.5", FindBoard(J, ((1.0, 9.0), (9.0, 9.0), (9.0, 1.0), (1.0, 1.5)))),
        ("suspend-writing --side black --reason injured", SuspendWriting(J, "black", "injured")),
        ("resume-writing --side black", ResumeWriting(J, "black")),
        ("close", CloseGame(J)),
        ("stand", Decision(0, "stand", J)),
        ("end --result 1-0 --article 20.2", Decision(0, "end", J, result="1-0", article="20.2")),
        ("end --result draw --cause agreed", Decision(0, "end", J, result="draw", cause="agreed")),
    ],
)
def test_a_word_gets_to_the_service(game, taking, words, expected):
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["rule", *(word.replace("_", " ") for word in words.split()), "--by", J]) == 0
    assert got == [expected]


@pytest.mark.parametrize(
    ("words", "events", "said"),
    [
        (
            "start-clock",
            [ClockStarted(1, "white")],
            RuleSays.DONE.said(RuleSays.CLOCK_RUNS.said(**TIMES, side=side_word("white"))),
        ),
        ("stop-clock", [ClockStopped(1, 4800 * S, 4799 * S)], RuleSays.DONE.said(RuleSays.CLOCKS_STAND.said(**TIMES))),
        ("suspend-writing --side white", [], RuleSays.SUSPENDED.said(side=side_word("white"))),
        ("resume-writing --side white", [], RuleSays.WRITES_AGAIN.said(side=side_word("white"))),
        ("find-board", [], RuleSays.FOUND.said()),
        ("close", [SessionClosed(1, "1-0")], RuleSays.CLOSED.said(folder="{game}", result="1-0")),
        ("close", [SessionClosed(1, "*")], RuleSays.CLOSED_OPEN.said(folder="{game}")),
        ("end --result 0-1", [Arbitrated(1, 0, "end", "J", START, result="0-1")], RuleSays.ENDED.said(result="0-1")),
        (
            "to-move --side black",
            [Arbitrated(1, 0, "to-move", "J", BLACKS)],
            RuleSays.POSITION.said(word="to-move", position=RuleSays.NOW.said(fen=BLACKS)),
        ),
        ("paper", [Arbitrated(1, 0, "paper", "J", START)], RuleSays.ON_PAPER.said()),
    ],
)
def test_what_the_ruling_did_is_said(game, taking, capfd, words, events, said):
    def obey(journal: Path) -> str:
        written(journal, *events)
        return OBEYED

    with taking(game / JOURNAL_NAME, obey):
        assert main(["rule", *words.split(), "--game", str(game)]) == 0
    assert capfd.readouterr().err == f"damcam: {said}\n".format(game=game)


def test_undo_names_the_last_ruling(game, taking, capfd):
    assert says("RulingRefusal.nothing-to-undo")(refusal("rule", "undo", "--game", game))
    written(game / JOURNAL_NAME, TimesSet(5, 4800 * S, 4799 * S, J))
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["rule", "undo", "--reason", "a slip", "--by", J, "--game", str(game)]) == 0
    assert got == [Undo(J, 5, "a slip")]
    stands = RuleSays.NOW.said(fen=START)
    assert capfd.readouterr().err == f"damcam: {RuleSays.UNDONE.said(RuleSays.CLOCKS_STAND.said(**TIMES), position=stands)}\n"


def test_after_a_press_that_was_not_read_the_last_known_position_is_said_and_no_guess(game, taking, capfd):
    unread = Ruled(1, "white", "unsure", None, "B:W31-38,40-50:B1-20", 0.4)
    written(game / JOURNAL_NAME, Pressed(1, 5, "white", 4800 * S, 4799 * S, "black"))
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(unread, 5)
    written(game / JOURNAL_NAME, TimesSet(6, 4800 * S, 4799 * S, J))
    with taking(game / JOURNAL_NAME, OBEYED):
        assert main(["rule", "undo", "--by", J, "--game", str(game)]) == 0
    said = capfd.readouterr().err
    assert str(RuleSays.LAST_KNOWN.said(seq=1, fen=BLACKS)) in said
    assert unread.fen not in said


def test_a_refusal_is_said_and_that_nobody_takes_a_command(game, taking, monkeypatch):
    with taking(game / JOURNAL_NAME, "nothing is pending there"):
        assert refusal("rule", "stand", "--game", game).sentence == Sentence.plain("nothing is pending there")
    monkeypatch.setattr(sending, "ANSWERED_WITHIN_S", 0.0)
    assert says("NotTaken.nobody")(refusal("rule", "stop-clock", "--game", game))


def test_on_a_closed_game_nothing_is_ruled_and_nobody_waits_for_an_answer_and_each_word_has_its_own_options(game):
    assert says("NoGame.no-journal")(refusal("rule", "stop-clock", "--game", "/nowhere"))
    for words, code, values in (
        ("start-clock --white 0:10:00", "does-not-take", {"options": ("--white",), "takes": ("--side", "--reason", "--by", "--game")}),
        ("close --reason noise", "does-not-take", {"options": ("--reason",), "takes": ("--by", "--game")}),
        ("stand --plies 0 --fen W:W31:B20", "does-not-take", {"options": ("--fen", "--plies")}),
        ("find-board --white 1:00", "does-not-take", {"options": ("--white",)}),
        ("undo --side white", "does-not-take", {"options": ("--side",), "takes": ("--reason", "--by", "--game")}),
        ("end --article 20.2", "needs", {"options": "--result 1-0"}),
        ("position", "needs", {"options": '--fen "W:W31,32:B19,20"'}),
        ("take-back", "needs", {"options": "--plies 1"}),
        ("to-move", "needs", {"options": "--side white"}),
        ("add-times", "needs-a-time", {}),
        ("set-times", "needs-a-time", {}),
        ("time-control", "needs", {"options": "--control 80m+60s"}),
    ):
        assert says(f"RuleFault.{code}", word=words.split()[0], **values)(refusal("rule", *words.split(), "--game", game))
    written(game / JOURNAL_NAME, SessionClosed(3, "1-0"))
    for word in ("stop-clock", "stand", "close"):
        error = refusal("rule", word, "--game", game)
        assert says("RuleFault.closed")(error)
        assert error.about == str(game)


def test_a_running_game_is_told_by_its_service_and_once_it_is_over_the_next_one_that_waits(game, taking, capfd) -> None:
    assert says("{where} is {text}; a date such as 2026.11.21 was expected, or nothing")(refusal("names", "A", "B", "--date", "today"))
    assert says("{where} is {text}; a line of {most} characters at most was expected")(refusal("names", "A", "x" * 101))
    assert says("NoGame.no-journal")(refusal("names", "--round", "3", "--game", "/nowhere"))
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["names", "Jelle  de Vries", "Sytske", "--board", "3", "--by", "J"]) == 0
    assert got == [Describe("J", About.of({"white": "Jelle de Vries", "black": "Sytske", "board": "3"}))]
    written(game / JOURNAL_NAME, SessionClosed(3, "1-0"))
    waiting = game.with_name("0002")
    waiting.mkdir()
    Journal.create(waiting / JOURNAL_NAME).close()
    capfd.readouterr()
    with taking(waiting / JOURNAL_NAME, OBEYED) as got:
        assert main(["names", "Jelle", "Sytske", "--by", "J"]) == 0
    assert got == [Describe("J", About.of({"white": "Jelle", "black": "Sytske"}))]
    err = capfd.readouterr().err
    assert [word for word in (str(waiting), "Jelle", "Sytske") if word not in err] == []


@pytest.mark.parametrize("over", [SessionClosed(3, "1-0"), Arbitrated(3, 0, "end", "J", "W:W31-50:B1-20", result="1-0")])
def test_a_game_that_is_over_is_left_alone_unless_it_is_named(game, taking, over) -> None:
    """Whoever enters the next round's names must not give them to the game before."""
    written(game / JOURNAL_NAME, over)
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert says("NamesFault.over")(refusal("names", "Next", "Round"))
    assert got == []
    with Journal.reader(game / JOURNAL_NAME) as journal:
        assert [type(event).__name__ for _, event in journal.since(0)] == ["SessionOpened", type(over).__name__]
    assert not (game / "game.pdn").exists()


def test_the_record_of_a_closed_game_is_written_anew(game, capfd) -> None:
    written(game / JOURNAL_NAME, SessionClosed(3, "1-0"))
    assert main(["names", "Jelle", "Sytske", "--event", "", "--date", "2026.11.21", "--game", str(game)]) == 0
    white = NamesSays.SET_ANEW.said(tag=NamesSays.WHITE.said(), value="Jelle", before="Jele")
    no_event = NamesSays.REMOVED.said(tag=NamesSays.EVENT.said(), before="Cup")
    err = capfd.readouterr().err
    assert [word for word in (str(game), str(white), str(no_event), "2026.11.21") if word not in err] == []
    tags = (game / "game.pdn").read_text().splitlines()
    assert {'[White "Jelle"]', '[Black "Sytske"]', '[Event "?"]', '[Date "2026.11.21"]', '[Result "1-0"]'} <= set(tags)
    assert '"white": "Jelle"' in (game / "session.json").read_text()
