"""What is asked back before a ruling, and what is told of one that was done."""

import pytest

from hub.desk.ruling_texts import SentRuling
from hub.web.errors import Refused
from tests.hub.journal_rows import START

MINUS = "\N{MINUS SIGN}"
CLOCK = {"running": None, "white_ns": 1, "black_ns": 1}
VIEW = {"rules": "frisian", "stands": START, "clock": CLOCK, "no_news": False, "undo": None}
END = {"word": "end", "result": "1-0", "article": "20.2"}


def of(sent, lang="en", **view):
    return SentRuling(sent, {**VIEW, **view}, "Undo takes back “Restore”.", lang)


ASKED = [
    ({"word": "restore"}, "The position before is put back, and the same side moves again. Tell it?"),
    ({"word": "take-back", "plies": 1}, "1 ply is taken back. Tell it?"),
    ({"word": "take-back", "plies": 3}, "3 plies are taken back. Tell it?"),
    ({"word": "position", "fen": " b:W31:B1"}, "Another position is set up, with Black to move. Tell it?"),
    ({"word": "to-move", "side": "black"}, "Black is to move, and the board stays as it is. Tell it?"),
    (END, "White wins: Black has resigned. Tell it?"),
    ({**END, "article": "", "reason": "he went home"}, "White wins: he went home. Tell it?"),
    ({**END, "article": "99"}, "White wins: Article 99. Tell it?"),
    ({**END, "article": "", "result": "*"}, "Not decided. Tell it?"),
    ({"word": "paper"}, "From here on the game is noted on paper, and its moves are not shown. Tell it?"),
    ({"word": "record"}, "The record goes on, with what was recorded in the meantime. Tell it?"),
    ({"word": "enter-paper", "text": "1. 32-28"}, "The moves from paper are entered and shown. Tell it?"),
    ({"word": "close"}, "The recording of this game ends. After that the next one may be set up. End the recording?"),
    ({"word": "undo", "ruled_ns": 1}, "Undo takes back “Restore”. Tell it?"),
    ({**END, "since": 1}, "Play went on: 1 press was made since. White wins: Black has resigned. Tell it?"),
    ({**END, "since": 2}, "Play went on: 2 presses were made since. White wins: Black has resigned. Tell it?"),
    *(({"word": word}, "") for word in ("stand", "stop-clock", "set-times", "add-times", "time-control", "seen", "suspend-writing")),
]


@pytest.mark.parametrize(("sent", "question"), ASKED)
def test_what_ends_the_game_rewinds_it_or_leaves_the_record_is_asked_back(sent, question):
    assert of(sent).question == question


def test_a_draw_by_agreement_is_asked_back_with_the_part_of_the_game_in_which_it_may_be():
    question = of({"word": "end", "result": "draw", "article": "21.2"}).question
    assert "It is one in an endgame alone (Art. 21.2)." in question
    assert "endgame alone" not in of({"word": "end", "result": "draw", "article": "21.1"}).question


RUNS = {**CLOCK, "running": "black"}
THOUGH = "though White is to move: White's press does not count until that clock runs. Start it?"


@pytest.mark.parametrize(
    ("side", "view", "question"),
    [
        ("white", {}, ""),
        ("white", {"clock": RUNS}, "Black's clock stops, and White's starts. Start it?"),
        ("white", {"clock": RUNS, "no_news": True}, ""),
        ("black", {}, f"Black's clock starts, {THOUGH}"),
        ("black", {"clock": {**CLOCK, "running": "white"}}, f"White's clock stops and Black's starts, {THOUGH}"),
        ("black", {"stands": ""}, ""),
    ],
)
def test_a_clock_is_started_without_a_question_where_it_is_that_of_the_side_to_move_and_none_runs(side, view, question):
    assert of({"word": "start-clock", "side": side}, **view).question == question


DONE = [
    ({"word": "stand"}, "Let stand"),
    ({"word": "take-back", "plies": 2}, "Take back · 2 plies"),
    ({"word": "to-move", "side": "black"}, "Give the turn · Black"),
    ({"word": "start-clock", "side": "white"}, "Start the clock · White"),
    ({"word": "suspend-writing", "side": "white"}, "Writing suspended · White"),
    (END, "White wins · Black has resigned."),
    ({**END, "article": "", "reason": "he went home"}, "White wins · he went home"),
    ({"word": "add-times", "white_s": 120, "black_s": 0}, "White + 2:00"),
    ({"word": "add-times", "white_s": 5, "black_s": -3600}, f"White + 0:05, Black {MINUS} 1:00:00"),
    ({"word": "set-times", "white_s": 2470}, "White 0:41:10"),
    ({"word": "time-control", "control": "80m+60s"}, "Set the time control · 80m+60s"),
    ({"word": "undo", "ruled_ns": 1}, "Undo"),
]


@pytest.mark.parametrize(("sent", "says"), DONE)
def test_what_was_done_says_whose_clock_how_much_and_which_result(sent, says):
    assert of(sent).done == f"Done: {says}"


def test_of_what_was_undone_it_says_what_the_clocks_do():
    undo = {"ruled_ns": 1, "clock": "times"}
    assert of({"word": "undo", "ruled_ns": 1}, undo=undo).done == "Done: Undo. The clocks show what they would show without it."


def test_it_is_said_in_the_readers_language():
    assert of(END, "nl").question == "Wit wint: Zwart heeft het spel opgegeven. Bekendmaken?"


def test_a_number_of_presses_that_is_none_is_refused():
    with pytest.raises(Refused):
        _ = of({**END, "since": "2"}).question
