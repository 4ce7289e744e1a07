"""The files that are made of a game when it closes, and of one whose service could not make them."""

from pathlib import Path

import pytest

from record.decisions.closed_game import write_missing_files
from record.events.of_game import SessionClosed, SessionOpened
from record.log.errors import LogDamaged
from record.store.folder import JOURNAL_NAME, PDN_NAME, read_folder
from record.store.journal import Journal
from record.store.session_files import SESSION_NAME

OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "none", 0, 0)


def game(games: Path, number: int, *, closed: bool) -> Path:
    """The folder of a game as a power cut leaves it right after its last row."""
    folder = games / f"{number:04}"
    (folder / "frames").mkdir(parents=True)
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(OPENED, 0)
        if closed:
            journal.append(SessionClosed(3, "1-0"), 3)
    return folder


BOTH = {PDN_NAME, SESSION_NAME}


def made(folder: Path) -> set[str]:
    return BOTH & {path.name for path in folder.iterdir()}


def test_the_files_that_a_game_lacks_are_made_once_it_is_at_rest(tmp_path: Path) -> None:
    abandoned, damaged, whole, last = (game(tmp_path, number, closed=number > 1) for number in (1, 2, 3, 4))
    with (damaged / JOURNAL_NAME).open("r+b") as journal:
        journal.write(b"x")
    write_missing_files(tmp_path)
    assert [made(folder) for folder in (abandoned, damaged, whole, last)] == [
        {PDN_NAME, SESSION_NAME},
        set(),
        *[{PDN_NAME, SESSION_NAME}] * 2,
    ]
    assert '[Result "1-0"]' in (last / PDN_NAME).read_text()
    (whole / PDN_NAME).write_text("as somebody left it")
    (last / SESSION_NAME).unlink()
    write_missing_files(tmp_path)
    assert (whole / PDN_NAME).read_text() == "as somebody left it"
    assert made(last) == BOTH


def test_a_game_that_goes_on_has_no_files_and_can_be_read_as_a_session(tmp_path: Path) -> None:
    running = game(tmp_path, 1, closed=False)
    write_missing_files(tmp_path)
    assert made(running) == set()
    assert read_folder(running).presses == ()
    with (running / JOURNAL_NAME).open("r+b") as journal:
        journal.write(b"x")
    with pytest.raises(LogDamaged):
        read_folder(running)
