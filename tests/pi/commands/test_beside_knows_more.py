"""No command writes into a game of which a file beside the journal knows more than the journal: each says so, and ends with 1."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi.cli import main
from record.store.folder import JOURNAL_NAME
from record.store.session_files import write_session
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset

AFTER = "B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23"
COMMANDS = {
    "forget": ["forget", "{game}", "--yes"],
    "names": ["names", "Jelle", "Sytske", "--game", "{game}"],
    "rule": ["rule", "stop-clock", "--game", "{game}"],
    "paper": ["paper", "{game}", "28-22", "17x28"],
}


@pytest.fixture
def played(told_board: Callable[..., Any]) -> Callable[..., Path]:
    """A function that plays two moves and leaves the folder of that game."""

    def play(*, is_over: bool) -> Path:
        board = told_board(white="Jelle", black="Sytske")
        board.press("white", AFTER[0])
        board.press("black", AFTER[1])
        write_session(board.folder, board.state)
        if is_over:
            board.rule("paper")
            board.close()
        return board.folder

    return play


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")}


@pytest.mark.parametrize("name", ["presses.jsonl", "game.pdn"])
@pytest.mark.parametrize("is_over", [True, False])
@pytest.mark.parametrize("command", COMMANDS)
def test_it_says_what_record_says_and_writes_nothing(played, capfd, command, is_over, name) -> None:
    folder = played(is_over=is_over)
    path = folder / name
    more = {"presses.jsonl": '{"seq": 9, "t": 99.0, "side": "white", "frame": null}\n', "game.pdn": "2. 33-29 20-24 3. 29x20 15x24 *\n"}
    path.write_text(path.read_text().replace("\n*", "\n").replace(" *", "") + more[name])
    before = files(folder)
    assert main(["record", str(folder)]) == 1
    said = capfd.readouterr().err
    assert f"{name} beside {folder / JOURNAL_NAME}" in said
    assert main([word.format(game=folder) for word in COMMANDS[command]]) == 1
    assert capfd.readouterr().err == said
    assert files(folder) == before


def test_a_position_set_up_in_the_pdn_counts_for_no_move(told_board, capfd) -> None:
    board = told_board()
    board.press("white", "B:W28,31,33-50:B1-20")
    legal = parse_fen(AFTER[1], ruleset("frisian"))
    board.press("black", Position.of(legal.rules, legal.side, [0, *legal.contents()[1:]]))  # a piece too many taken off
    board.rule("stand")
    board.close()
    assert "/FEN" in (board.folder / "game.pdn").read_text()
    assert main(["record", str(board.folder)]) == 0, capfd.readouterr().err
