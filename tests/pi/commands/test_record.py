"""The commands `record`, `dossier` and `paper`: what a journal shows, and what is entered afterwards into one."""

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi.cli import main
from pi.commands.dossier import DossierSays
from record.events.of_game import Alert, Alerted, Arbitrated, PaperMoves, Pressed, Ruled, SessionClosed, SessionOpened
from record.log.lines import START as START_OF_LOG
from record.log.lines import line_of
from record.log.tail import tail_of
from record.store.journal import Journal, fold
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from rules.play.moves import play
from rules.play.notation import parse_move
from tests.support.commands import refusal
from tests.support.says import says

Capture = pytest.CaptureFixture[str]
S = 1_000_000_000
AFTER = "B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23", "B:W18,28,31,33-50:B1-17,20"
PICTURES = ("frames/0001a.jpg", "frames/0001.jpg")


LOG_OF_OTHERS = line_of(b'{"what":"sung"}', START_OF_LOG)[0]
"""A log of one row, which is none of a game."""


def write(folder: Path, *events: Any) -> Journal:
    journal = Journal.create(folder / "journal.jsonl")
    for event in events:
        journal.append(event, 0)
    return journal


def played(control: str = "80m+60s") -> list[Any]:
    return [
        SessionOpened("frisian", 10, "W:W31-50:B1-20", control, 4800 * S, 4800 * S),
        Pressed(1, 10 * S, "white", 4_849_123_456_789, 4800 * S, "black", PICTURES),
        Ruled(1, "white", "legal", "32-28", AFTER[0], 0.9991, picture=PICTURES[1], drawn="drawn/0001.jpg"),
        Pressed(2, 20 * S, "black", 4_849_123_456_789, 4_850_999_999_999, "white"),
        Ruled(2, "black", "27d", None, AFTER[1], 0.9987),
        Pressed(3, 30 * S, "white", 4_900 * S, 4_850_999_999_999, "black"),
    ]


def rows(path: Path, capsys: Capture) -> list[dict[str, Any]]:
    assert main(["record", str(path), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_ply_on_the_record_while_the_game_goes_on(tmp_path: Path, capsys: Capture) -> None:
    with write(tmp_path, *played()) as journal:
        (first,) = rows(tmp_path, capsys)
        assert first == {
            "seq": 1,
            "side": "white",
            "move": "32-28",
            "fen": AFTER[0],
            "verdict": "legal",
            "confidence": 0.9991,
            "white_s": 4849.123,
            "black_s": 4800.0,
            "pictures": list(PICTURES),
            "picture": PICTURES[1],
            "drawn": "drawn/0001.jpg",
            "entered_by": None,
        }
        journal.append(Ruled(3, "white", "legal", "28x19", AFTER[2], 0.99), 30 * S)  # the irregular ply is answered, and stands
        _, second, third = rows(tmp_path / "journal.jsonl", capsys)
    assert (second["move"], second["verdict"], second["pictures"], second["picture"]) == (None, "27d", [], None)
    assert (second["white_s"], second["black_s"], third["seq"]) == (4849.123, 4850.999, 3)


def test_without_a_clock_and_without_a_press_there_is_no_time(tmp_path: Path, capsys: Capture) -> None:
    set_up = Arbitrated(40 * S, 2, "position", "A. Bouma", AFTER[1])
    write(tmp_path, *played("none")[:5], set_up).close()
    before = (tmp_path / "journal.jsonl").read_bytes()
    told = rows(tmp_path, capsys)
    assert (tmp_path / "journal.jsonl").read_bytes() == before, "the journal is left as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.jsonl", "journal.jsonl-tail"]
    assert [row["verdict"] for row in told] == ["legal", "27d", "position"]
    assert {(row["white_s"], row["black_s"]) for row in told} == {(None, None)}


def test_a_table_in_a_terminal_fits_into_80_columns(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, *played()).close()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["record", str(tmp_path)]) == 0
    head, row, position = capsys.readouterr().out.splitlines()
    assert head.split() == ["Press", "Side", "Move", "Verdict", "Sure", "White", "Black", "Picture"]
    assert row.split() == ["1", "White", "32-28", "legal", "99.91", "%", "1:20:49.1", "1:20:00.0", "frames/0001.jpg"]
    assert position.split() == ["1", AFTER[0]]


def test_what_is_no_journal_of_a_game_is_refused(tmp_path: Path) -> None:
    text, journal = tmp_path / "game.pdn", tmp_path / "journal.jsonl"
    for path in (tmp_path, tmp_path / "none" / "journal.jsonl"):
        assert says("there is no log at {path}")(refusal("record", path))
    text.write_text("1. 32-28 *\n")
    assert says("{path} is no log of damcam, or has lost its beginning", path=str(text))(refusal("record", text))
    text.unlink()
    write(tmp_path).close()
    assert says("NoGame.not-begun")(refusal("record", tmp_path))
    with journal.open("ab") as file:
        file.write(LOG_OF_OTHERS)
    tail_of(journal).unlink()
    assert says("row {row} of {path} is no event of a game", row=1)(refusal("record", tmp_path))


def test_it_needs_no_opencv(system: None) -> None:
    asked = "import sys, pi.cli, pi.commands.record; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", asked], check=False).returncode == 0


@pytest.fixture
def game(tmp_path, monkeypatch):
    folder, here = tmp_path / "game", tmp_path / "here"
    folder.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    with Journal.create(folder / "journal.jsonl") as journal:
        journal.append(SessionOpened("frisian", 10, "W:W29,50:B23,1", "none", 0, 0), 0)
        journal.append(Alerted(0, (Alert("disk", None, (), "The disk is nearly full.", "at once"),)), 0)
    return folder


def test_the_file_goes_into_the_current_folder_and_its_whole_path_is_told(game, tmp_path, capsys):
    for asked, name in (([], "dossier.html"), (["--alert", "1"], "dossier-1.html"), (["--out", "appeal.html"], "appeal.html")):
        assert main(["dossier", str(game), *asked]) == 0
        assert [path.name for path in (tmp_path / "here").iterdir()] == [name]
        assert str(tmp_path / "here" / name) in capsys.readouterr().err
        (tmp_path / "here" / name).unlink()


def test_the_result_slip_is_of_a_closed_game_and_of_no_single_alert(game, tmp_path, capsys):
    assert main(["dossier", str(game), "--slip"]) == 1
    assert main(["dossier", str(game), "--slip", "--alert", "1"]) == 2
    with Journal.open(game / "journal.jsonl") as journal:
        journal.append(SessionClosed(1, "draw"), 0)
        checksum = journal.checksum(3)
    capsys.readouterr()
    assert main(["dossier", str(game), "--slip"]) == 0
    assert capsys.readouterr().err == f"damcam: {DossierSays.SLIP_WRITTEN.said(path=str(tmp_path / 'here' / 'slip.html'))}\n"
    assert checksum in (tmp_path / "here" / "slip.html").read_text().replace(" ", "")


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
    assert main(["paper", "--json", str(folder), *words]) == 0
    printed = capsys.readouterr()
    return [json.loads(line) for line in printed.out.splitlines()], printed.err


def test_what_was_on_paper_and_what_was_recorded_become_one_record(recording: Path, capsys: Capture) -> None:
    rows, _ = entered(recording, SETUP, "14-20", "34-29", "10-14", "--result", "0-1", "--by", "A. Wit", capsys=capsys)
    assert [(row["ply"], row["move"], row["seq"]) for row in rows] == [
        (3, "36-31", 3),
        (4, "14-20", 4),
        (5, "34-29", None),
        (6, "10-14", None),
    ]
    with Journal.reader(recording / "journal.jsonl") as journal:
        state = fold(journal)
    assert (state.result, state.entered.by, state.on_paper) == ("0-1", "A. Wit", False)
    assert [ply.verdict for ply in state.plies] == ["legal", "legal", "27b-many", "legal", "on-paper", "on-paper"]
    assert [ply.picture for ply in state.plies[2:]] == ["frames/0003.jpg", "frames/0004.jpg", None, None]


def test_entering_again_replaces_what_was_entered_and_the_written_game_bears_the_clocks_of_the_recorded_presses(
    recording: Path, capsys: Capture
) -> None:
    entered(recording, SETUP, "14-20", "34-29", capsys=capsys)
    entered(recording, SETUP, "14-20", "33-28", "10-14", "41-36", "1-0", capsys=capsys)
    with Journal.reader(recording / "journal.jsonl") as journal:
        events = [event for _, event in journal.since(0)]
    assert sum(isinstance(event, PaperMoves) for event in events) == 2, "the journal keeps both"
    (game,) = read_games((recording / "game.pdn").read_text())
    assert check_game(game, FRISIAN).ok
    assert game.result == "1-0"
    moves = [move for move in game.moves if move.setup is None]
    assert [move.text for move in moves] == ["31-27", "20-25", "36-31", "14-20", "33-28", "10-14", "41-36"]
    assert moves[2].before == ("from here on paper",)
    assert [move.clock is not None for move in moves] == [True, True, True, True, True, True, False]


def test_an_irregular_move_from_paper_is_told_as_check_tells_it_of_the_file(recording: Path, capsys: Capture) -> None:
    left = after(FAULT, "14-20")
    vanished = Position.of(FRISIAN, left.side.other, [0, 0, 0, *left.contents()[3:]])
    words = [SETUP, "14-20", "32-41", f'/FEN "{write_fen(vanished)}"/', "10-14"]
    assert main(["paper", "--json", str(recording), *words]) == 0
    (remark,) = [line.removeprefix("damcam: ") for line in capsys.readouterr().err.splitlines() if " 5: " in line]
    assert "32-41" in remark
    assert main(["check", "--json", str(recording / "game.pdn")]) == 0
    (row,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert remark in row["remarks"]


def test_the_moves_come_as_a_file_as_words_or_on_standard_input(
    recording: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"2. {SETUP} 14-20 3. 33-28 10-14 4. 41-36 1/2-1/2\n"
    file = tmp_path / "paper.pdn"
    file.write_text(f'[White "A. Wit"]\n[FEN "{write_fen(BEFORE)}"]\n\n{text}')
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    for words in ([str(file)], [], [text], ["36-31", *text.split(maxsplit=1)[1:]]):
        before = (recording / "game.pdn").read_text()
        rows, _ = entered(recording, *words, capsys=capsys)
        assert [row["move"] for row in rows] == ["36-31", "14-20", "33-28", "10-14", "41-36"]
        assert "1/2-1/2" in (recording / "game.pdn").read_text()
        (recording / "game.pdn").write_text(before)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_checking_alone_writes_nothing_and_options_may_stand_anywhere_between_the_moves(recording: Path, capsys: Capture) -> None:
    before, words = files(recording), [SETUP, "14-20"]
    for option in range(3):
        rows, _ = entered(recording, *words[:option], "--check", *words[option:], capsys=capsys)
        assert [row["move"] for row in rows] == ["36-31", "14-20"]
    assert files(recording) == before


def test_bad_moves_are_named_and_nothing_is_written(recording: Path, capsys: Capture) -> None:
    before = files(recording)
    text = (recording / "game.pdn").read_text()
    (game,) = read_games(text)
    assert [move.text for move in game.moves] == ["31-27", "20-25"], "the record ends where the paper begins"
    assert text.endswith("{continued on paper} *\n")
    for words, code, names in (
        (["14-20"], "PaperRefusal.seen", '36-31 /FEN "B:W27'),
        ([SETUP, "14-20", "33-29", "25-24"], "PaperRefusal.place", "ply 3"),
        ([SETUP, "14-20", "hello"], "PaperRefusal.seen", "hello"),
        (["36-31", "14-20", "[Event"], "PaperRefusal.place", ""),
        ([SETUP, "14-20", "--result", "0-0"], "PaperRefusal.result", "0-0"),
        (["gone.pdn"], "PaperSays.no-file", "gone.pdn: "),
        (["14-20", "--by", " "], "PaperRefusal.nobody-enters", ""),
        ([""], "PaperRefusal.no-game", ""),
        (["1-6 1-0", "36-31"], "PaperRefusal.one-game", ""),
        (['/FEN "W:W99"/'], "PaperRefusal.seen", "99"),
        (['[FEN "W:W31:B20"]\n\n31-27'], "PaperRefusal.another-start", "W:W31:B20"),
    ):
        error = refusal("paper", recording, *words)
        assert says(code)(error)
        assert names in str(error)
    assert capsys.readouterr().out == ""
    assert files(recording) == before


def test_a_move_that_contradicts_what_was_surely_read_is_told(recording: Path, capsys: Capture) -> None:
    for move, is_told in (("34-29", True), ("33-28", False)):
        _, told = entered(recording, SETUP, "14-20", move, "10-14", capsys=capsys)
        assert (f"{move} " in told and "33-28" in told) == is_told


def test_a_game_that_is_not_on_paper_or_still_goes_on_is_refused(told_board: Callable[..., Any], tmp_path: Path) -> None:
    board = told_board()
    board.rule("paper")
    assert says("PaperSays.not-ended")(refusal("paper", board.folder, "31-27"))
    board.rule("record")
    board.close()
    assert says("PaperRefusal.not-continued")(refusal("paper", board.folder, "31-27"))
    assert says("PaperRefusal.not-continued")(refusal("paper", board.folder, board.folder / "game.pdn"))
    assert says("there is no log at {path}")(refusal("paper", tmp_path / "nothing", "31-27"))


def test_the_result_is_the_one_that_the_moves_come_to(told_board: Callable[..., Any], capsys: Capture) -> None:
    board = told_board(start="W:W28:B23")
    board.rule("paper")
    board.close()
    entered(board.folder, "28x19", capsys=capsys)
    text = (board.folder / "game.pdn").read_text()
    assert '[Result "1-0"]' in text
    assert '[Termination "Art. 20.1"]' in text
