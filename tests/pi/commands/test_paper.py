"""The moves noted on paper, entered afterwards: checked, merged with what was recorded unseen, and written."""

import io
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi.cli import main
from record.events.of_game import PaperMoves
from record.store.journal import Journal, fold
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from rules.play.moves import play
from rules.play.notation import parse_move

Capture = pytest.CaptureFixture[str]
FRISIAN = ruleset("frisian")


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = play(position, parse_move(move, position))
    return position


START = Position.start(FRISIAN)
BEFORE = after(START, "31-27", "20-25")
LEGAL = after(BEFORE, "36-31")
FAULT = Position.of(FRISIAN, LEGAL.side, [0, *LEGAL.contents()[1:]])  # 27b: a piece too many taken off
SETUP = f'/FEN "{write_fen(FAULT)}"/'


@pytest.fixture(scope="module")
def recorded(told_board: Callable[..., Any]) -> Path:
    """Two moves, then a fault that the opponent lets stand: the rest is on paper, four plies of it recorded unseen."""
    board = told_board(after_a_fault="paper", white="A. Wit")
    board.press("white", after(START, "31-27"))
    board.press("black", BEFORE)
    board.press("white", FAULT)
    board.press("black", after(FAULT, "14-20"))
    board.press("white", after(FAULT, "14-20", "33-28"))
    board.press("black", after(FAULT, "14-20", "33-28", "10-14"))
    board.close()
    return board.folder


@pytest.fixture
def recording(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "recording"))


def entered(folder: Path, *words: str, capsys: Capture) -> tuple[list[dict[str, Any]], str]:
    assert main(["paper", "--json", "--lang", "en", str(folder), *words]) == 0
    printed = capsys.readouterr()
    return [json.loads(line) for line in printed.out.splitlines()], printed.err


def test_before_it_is_entered_the_record_ends_where_the_paper_begins(recording: Path) -> None:
    text = (recording / "game.pdn").read_text()
    (game,) = read_games(text)
    assert [move.text for move in game.moves] == ["31-27", "20-25"]
    assert text.endswith("{continued on paper} *\n")


def test_what_was_on_paper_and_what_was_recorded_become_one_record(recording: Path, capsys: Capture) -> None:
    rows, told = entered(recording, SETUP, "14-20", "34-29", "10-14", "--result", "0-1", "--by", "A. Wit", capsys=capsys)
    assert [(row["ply"], row["move"], row["seq"]) for row in rows] == [
        (3, "36-31", 3),
        (4, "14-20", 4),
        (5, "34-29", None),
        (6, "10-14", None),
    ]
    assert "4 plies from paper, 2 of them with a press" in told
    with Journal.reader(recording / "journal.sqlite") as journal:
        state = fold(journal)
    assert (state.result, state.entered.by, state.on_paper) == ("0-1", "A. Wit", False)
    assert [ply.verdict for ply in state.plies] == ["legal", "legal", "27b-many", "legal", "on-paper", "on-paper"]
    assert [ply.picture for ply in state.plies[2:]] == ["frames/0003.jpg", "frames/0004.jpg", None, None]


def test_the_written_game_replays_and_bears_the_clocks_of_the_recorded_presses(recording: Path, capsys: Capture) -> None:
    entered(recording, SETUP, "14-20", "33-28", "10-14", "41-36", "1-0", capsys=capsys)
    (game,) = read_games((recording / "game.pdn").read_text())
    assert check_game(game, FRISIAN).ok
    assert game.result == "1-0"
    moves = [move for move in game.moves if move.setup is None]
    assert [move.text for move in moves] == ["31-27", "20-25", "36-31", "14-20", "33-28", "10-14", "41-36"]
    assert moves[2].before == ("from here on paper",)
    assert [move.clock is not None for move in moves] == [True, True, True, True, True, True, False]


@pytest.mark.parametrize(
    ("lang", "stood", "why"),
    [
        ("en", "ply 5: 32-41 is not a legal move here, and stood: the position after it is set up: ", "Square 41 is occupied"),
        ("nl", "halve zet 5: 32-41 is hier geen reglementaire zet, en bleef staan: de stand erna is opgezet: ", "Veld 41 is bezet"),
    ],
)
def test_an_irregular_move_from_paper_is_told_as_check_tells_it_of_the_file(
    recording: Path, capsys: Capture, lang: str, stood: str, why: str
) -> None:
    left = after(FAULT, "14-20")
    vanished = Position.of(FRISIAN, left.side.other, [0, 0, 0, *left.contents()[3:]])
    words = [SETUP, "14-20", "32-41", f'/FEN "{write_fen(vanished)}"/', "10-14"]
    assert main(["paper", "--json", "--lang", lang, str(recording), *words]) == 0
    remarks = [line.removeprefix("damcam: ") for line in capsys.readouterr().err.splitlines() if " 5: " in line]
    assert len(remarks) == 1
    assert remarks[0].startswith(stood)
    assert why in remarks[0]
    assert main(["check", "--json", str(recording / "game.pdn")]) == 0
    (row,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert lang != "en" or remarks[0] in row["remarks"]


def test_entering_again_replaces_what_was_entered_and_the_journal_keeps_both(recording: Path, capsys: Capture) -> None:
    entered(recording, SETUP, "14-20", "34-29", capsys=capsys)
    entered(recording, SETUP, "14-20", "33-28", capsys=capsys)
    with Journal.reader(recording / "journal.sqlite") as journal:
        events = [event for _, event in journal.since(0)]
        state = fold(journal)
    assert sum(isinstance(event, PaperMoves) for event in events) == 2
    assert [ply.move for ply in state.plies][-2:] == ["14-20", "33-28"]


@pytest.mark.parametrize("given", ["file", "stdin", "one word", "move and position"])
def test_the_moves_come_as_a_file_as_words_or_on_standard_input(
    recording: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    text = f"2. {SETUP} 14-20 3. 33-28 10-14 4. 41-36 1/2-1/2\n"
    file = tmp_path / "paper.pdn"
    file.write_text(f'[White "A. Wit"]\n[FEN "{write_fen(BEFORE)}"]\n\n{text}')
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    words = {"file": [str(file)], "stdin": [], "one word": [text], "move and position": ["36-31", *text.split(maxsplit=1)[1:]]}
    rows, _ = entered(recording, *words[given], capsys=capsys)
    assert [row["move"] for row in rows] == ["36-31", "14-20", "33-28", "10-14", "41-36"]
    assert "1/2-1/2" in (recording / "game.pdn").read_text()


def test_checking_alone_writes_nothing(recording: Path, capsys: Capture) -> None:
    before = {path.name: path.read_bytes() for path in recording.iterdir() if path.is_file()}
    rows, told = entered(recording, SETUP, "14-20", "--check", capsys=capsys)
    assert len(rows) == 2
    assert "nothing is written" in told
    assert {path.name: path.read_bytes() for path in recording.iterdir() if path.is_file()} == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["14-20"], 'ply 1 from paper: .*; the first press on paper was irregular, and the camera saw it as 36-31 /FEN "B:W27'),
        ([SETUP, "14-20", "33-29", "25-24"], r"ply 3 from paper: 25-24 is not a legal move here: A man goes forward only.*"),
        ([SETUP, "14-20", "hello"], "hello"),
        (["36-31", "14-20", "[Event"], "not closed|not understood|Event"),
        ([SETUP, "14-20", "--result", "0-0"], "the result: no game of frisian ends with '0-0'"),
        ([SETUP, "14-20", "--result", "yes"], "the result: no game of frisian ends with 'yes'"),
        (["gone.pdn"], "^damcam: gone.pdn: no such file$"),
        (["14-20", "--by", " "], "it does not say who enters the moves"),
        ([""], "the command line: no games; the moves of one were expected"),
        (["1-6 1-0", "36-31"], "2 games|not a legal move"),
        (['/FEN "W:W99"/'], "99.* is not on the board"),
        (['[FEN "W:W31:B20"]\n\n31-27'], "the paper begins at W:W27,.*, and these moves at W:W31:B20"),
    ],
)
def test_bad_moves_are_named_and_nothing_is_written(recording: Path, capsys: Capture, words: list[str], says: str) -> None:
    before = (recording / "game.pdn").read_bytes(), (recording / "journal.sqlite").read_bytes()
    assert main(["paper", "--lang", "en", str(recording), *words]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert re.search(says, printed.err), printed.err
    assert ((recording / "game.pdn").read_bytes(), (recording / "journal.sqlite").read_bytes()) == before


@pytest.mark.parametrize("option", [0, 1, 2])
def test_options_may_stand_anywhere_between_the_moves(recording: Path, capsys: Capture, option: int) -> None:
    words = [SETUP, "14-20"]
    rows, told = entered(recording, *words[:option], "--check", *words[option:], capsys=capsys)
    assert [row["move"] for row in rows] == ["36-31", "14-20"]
    assert "nothing is written" in told
    with pytest.raises(SystemExit):
        main(["paper", str(recording), "--check", "14-20", "--nonsense"])
    assert capsys.readouterr().err.startswith("damcam paper: there is no option --nonsense\n")


def test_a_move_that_contradicts_what_was_surely_read_is_told(recording: Path, capsys: Capture) -> None:
    says = "34-29 from paper is not what was surely read of press 5, which is 33-28"
    _, told = entered(recording, SETUP, "14-20", "34-29", "10-14", capsys=capsys)
    assert [line for line in told.splitlines() if "surely read" in line] == [f"damcam: {says}"]
    _, told = entered(recording, SETUP, "14-20", "33-28", "10-14", capsys=capsys)
    assert "surely read" not in told


def test_why_a_move_is_refused_is_said_in_the_language_asked_for(recording: Path, capsys: Capture) -> None:
    assert main(["paper", "--lang", "nl", str(recording), SETUP, "25-20"]) == 1
    assert "schijf" in capsys.readouterr().err


def test_a_game_that_is_not_on_paper_or_still_goes_on_is_refused(told_board: Callable[..., Any], tmp_path: Path, capsys: Capture) -> None:
    board = told_board()
    board.rule("paper")
    assert main(["paper", str(board.folder), "31-27"]) == 1
    assert "the recording has not ended" in capsys.readouterr().err
    board.rule("record")
    board.close()
    assert main(["paper", str(board.folder), "31-27"]) == 1
    assert "not continued on paper" in capsys.readouterr().err
    assert main(["paper", str(tmp_path / "nothing"), "31-27"]) == 1
    assert "there is no journal" in capsys.readouterr().err
    assert main(["paper", str(board.folder), str(board.folder / "game.pdn")]) == 1


def test_the_result_is_the_one_that_the_moves_come_to(told_board: Callable[..., Any], capsys: Capture) -> None:
    board = told_board(start="W:W28:B23")
    board.rule("paper")
    board.close()
    entered(board.folder, "28x19", capsys=capsys)
    text = (board.folder / "game.pdn").read_text()
    assert '[Result "1-0"]' in text
    assert '[Termination "Art. 20.1"]' in text
