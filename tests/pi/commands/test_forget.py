"""`damcam forget`: whose pictures go, what is only told, and what the other commands say of a game without pictures."""

import json
from pathlib import Path

import pytest

from pi.cli import main
from record.events.about import About
from record.events.of_game import SessionClosed, SessionOpened
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.session_files import write_session

START = "W:W31-50:B1-20"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A function that records games with these players, in the folder of the settings."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def play(*players: tuple[str, str], is_over: bool = True) -> list[Path]:
        return [_game(tmp_path / "games" / f"{number:04}", *pair, is_over) for number, pair in enumerate(players, 1)]

    return play


def _game(folder: Path, white: str, black: str, is_over: bool) -> Path:
    (folder / "frames").mkdir(parents=True)
    (folder / "frames" / "0000.jpg").write_bytes(b"x")
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(
            SessionOpened("frisian", 10, START, "80m+60s", 1, 1, About.of({"white": white, "black": black, "date": "2026.11.21"})), 0
        )
        if is_over:
            journal.append(SessionClosed(3), 3)
    return folder


def has_pictures(*folders: Path) -> list[bool]:
    return [any((folder / "frames").iterdir()) for folder in folders]


def forget(capfd, *words: str) -> tuple[int, list[dict[str, object]], str]:
    status = main(["forget", *words, "--by", "J. Jansen"])
    told = capfd.readouterr()
    return status, [json.loads(line) for line in told.out.splitlines()], told.err


def test_nothing_is_deleted_before_it_is_said_twice(games, capfd) -> None:
    first, second = games(("Jelle", "Sytske"), ("Anna", "Berend"))
    row = {"game": str(first), "date": "2026.11.21", "white": "Jelle", "black": "Sytske", "pictures": 1, "bytes": 1}
    status, rows, said = forget(capfd, "1")
    assert (status, rows, has_pictures(first, second)) == (0, [row | {"deleted": False}], [True, True])
    assert "nothing is deleted yet; the same command with --yes" in said
    status, rows, said = forget(capfd, "1", "--yes")
    assert (status, rows, has_pictures(first, second)) == (0, [row | {"deleted": True}], [False, True])
    assert said == "damcam: 1 picture is deleted; games: 1\n"
    assert forget(capfd, str(second), "1", "--yes")[0] == 0
    assert has_pictures(second) == [False]


def test_a_persons_pictures_go_however_the_name_was_written_or_corrected(games, capfd) -> None:
    folders = games(("Jelle  de Vries", "Sytske"), ("Sytske", "JELLE DE VRIES"), ("Jele", "Anna"), ("Anna", "Berend"))
    with Journal.open(folders[2] / JOURNAL_NAME) as journal:
        journal.append(Described(3, "J. Jansen", About.of({"white": "Jelle de Vries"})), 3)
        journal.append(Described(3, "J. Jansen", About.of({"white": ""})), 3)
    assert len(forget(capfd, "--person", "jelle de vries", "--yes")[1]) == 3
    assert has_pictures(*folders) == [False, False, False, True]


def test_old_games(games, capfd) -> None:
    (folder,) = games(("Jelle", "Sytske"))
    assert forget(capfd, "--older-than", "1", "--yes")[0] == 1, "there is none"
    assert has_pictures(folder) == [True]
    assert forget(capfd, "--older-than", "0", "--yes")[0] == 0
    assert has_pictures(folder) == [False]


def test_a_running_game_is_no_old_one(games, capfd) -> None:
    running, over = games(("Jelle", "A"), ("Jelle", "B"))
    for name in (JOURNAL_NAME, f"{JOURNAL_NAME}-tail"):
        (running / name).unlink()
    with Journal.create(running / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, START, "80m+60s", 1, 1), 0)
    status, rows, said = forget(capfd, "--older-than", "0", "--yes")
    assert (status, [row["game"] for row in rows]) == (0, [str(over)])
    assert "this game is not closed" in said
    assert has_pictures(running, over) == [True, False]


@pytest.mark.parametrize("days", ["36501", "9" * 17, "-1"])
def test_days_that_nobody_can_reckon_back_get_a_sentence(games, capfd, days) -> None:
    (folder,) = games(("Jelle", "Sytske"))
    with pytest.raises(SystemExit) as ended:
        forget(capfd, "--older-than", days, "--yes")
    assert (ended.value.code, f"{days} is not a number of days" in capfd.readouterr().err, has_pictures(folder)) == (2, True, [True])
    assert forget(capfd, "--older-than", "36500")[0] == 1, "no game is so old"


def test_a_running_game_and_one_that_cannot_be_read_keep_theirs_and_the_others_go_on(games, capfd) -> None:
    running, broken, over = games(("Jelle", "A"), ("Jelle", "B"), ("Jelle", "C"))
    (broken / JOURNAL_NAME).write_bytes(b"x")
    for name in (JOURNAL_NAME, f"{JOURNAL_NAME}-tail"):
        (running / name).unlink()
    with Journal.create(running / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, START, "80m+60s", 1, 1, About.of({"white": "Jelle"})), 0)
    status, rows, said = forget(capfd, "--person", "Jelle", "--yes")
    assert (status, [row["game"] for row in rows]) == (1, [str(over)])
    assert has_pictures(running, broken, over) == [True, True, False]
    assert "this game is not closed" in said
    assert str(broken) in said


@pytest.mark.parametrize(
    ("words", "ended", "sentence"),
    [
        ([], 2, "name games, or --person NAME, or --older-than DAYS"),
        (["1", "--person", "Jelle"], 2, "name games, or"),
        (["--person", "Nobody"], 1, "nobody called 'Nobody' played"),
        (["7"], 1, "there is no journal at"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(games, capfd, words, ended, sentence) -> None:
    games(("Jelle", "Sytske"))
    status, rows, said = forget(capfd, *words)
    assert (status, rows) == (ended, [])
    assert sentence in said


def test_without_pictures_the_game_is_told_as_it_was_recorded(told_board, monkeypatch, capfd) -> None:
    board = told_board(white="Jelle", black="Sytske")
    board.press("white", "B:W28,31,33-50:B1-20")
    board.press("black", "W:W28,31,33-50:B1-18,20,23")
    board.close()
    write_session(board.folder, board.state)
    recorded = json.loads(_out(capfd, ["record", str(board.folder), "--json"])[0].splitlines()[1])
    assert (recorded["move"], recorded["drawn"]) == ("19-23", "drawn/0002.jpg")
    assert forget(capfd, str(board.folder), "--yes")[0] == 0
    assert not list((board.folder / "drawn").iterdir())

    out, said = _out(capfd, ["record", str(board.folder), "--json"])
    assert json.loads(out.splitlines()[1]) == recorded | {"picture": None, "drawn": None}
    assert "deleted on 20" in said
    assert "by J. Jansen, on request" in said
    out, said = _out(capfd, ["replay", str(board.folder), "--json", "--out", str(board.folder / "again")])
    assert [json.loads(line)["move"] for line in out.splitlines()] == ["32-28", "19-23"]
    assert "these are the rulings as they were recorded" in said
    assert main(["run", "--replay", str(board.folder), "--no-web"]) == 1
    assert "0000.jpg: pictures of this game were deleted on 20" in capfd.readouterr().err
    assert (board.folder / "again" / "game.pdn").read_text() == (board.folder / "game.pdn").read_text()


def _out(capfd, words: list[str]) -> tuple[str, str]:
    assert main(words) == 0
    told = capfd.readouterr()
    return told.out, told.err
