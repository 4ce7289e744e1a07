"""Which game goes on, and which begins, when a journal of the board is damaged."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from hub.feeds.journals import newest_journal
from pi.cli import main
from pi.game.station import Stop
from pi.machine.game_folders import StateError, UndecidedError, folder_of_game, latest
from pi.machine.named_game import named_game
from pi.machine.notify import Notifier
from pi.reading.devices import Devices
from pi.setup.settings import Settings
from record.events.of_game import SessionClosed, SessionOpened, TimesSet
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import Sentence
from tests.bench.live.serving import run_service
from vision.camera.device import CameraError

FEN = "W:W31-50:B1-20"


def kept(games: Path, name: str, *, closed: bool) -> Path:
    """The journal of a game of three rows."""
    (games / name).mkdir(parents=True)
    with Journal.create(games / name / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, FEN, "80m+60s", 1, 1), 0)
        journal.append(TimesSet(1, 4_800_000_000_000, 4_800_000_000_000, "J. Jansen"), 1)
        if closed:
            journal.append(SessionClosed(3, "1-0"), 3)
    return games / name / JOURNAL_NAME


def test_games_are_told_apart_by_their_numbers_and_what_is_no_game_is_passed_over(tmp_path: Path, monkeypatch, capfd) -> None:
    games = tmp_path / GAMES
    kept(games, "9999", closed=True)
    kept(games, "10000", closed=False)
    kept(games, "copied", closed=False)
    (games / "20261121").mkdir()
    (games / "10001").touch()
    (games / "10002").mkdir()
    assert latest(games) == games / "10000"
    assert folder_of_game(games) == games / "10000"
    assert newest_journal(games) == games / "10000" / JOURNAL_NAME
    assert named_game(None, written(tmp_path)) == games / "10000"
    with Journal.open(games / "10000" / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(3, "1-0"), 3)
    assert folder_of_game(games).name == "10003", "nothing is written into what is no game"


def written(state: Path) -> Path:
    """Settings with that folder."""
    (state / "damcam.toml").write_text(f'[board]\nstate = "{state}"\n', encoding="utf-8")
    return state / "damcam.toml"


def damage(journal: Path, row: int) -> None:
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stand")
        connection.execute("UPDATE events SET json = replace(json, '\"', '''') WHERE id = ?", (row,))


def test_a_closed_game_whose_journal_is_damaged_keeps_the_next_from_nothing(tmp_path):
    damage(kept(tmp_path, "0001", closed=True), 2)
    assert folder_of_game(tmp_path) == tmp_path / "0002"


def test_neither_does_an_earlier_one_that_cannot_be_read(tmp_path):
    kept(tmp_path, "0001", closed=False).write_bytes(b"")
    kept(tmp_path, "0002", closed=True)
    assert folder_of_game(tmp_path) == tmp_path / "0003"


@pytest.mark.parametrize("is_empty", [False, True])
def test_of_the_latest_somebody_says_whether_it_is_over(tmp_path, monkeypatch, capfd, is_empty):
    games = tmp_path / GAMES
    journal = kept(games, "0001", closed=False)
    journal.write_bytes(b"") if is_empty else damage(journal, 2)
    before = journal.read_bytes()
    with pytest.raises(StateError) as refused:
        folder_of_game(games)
    fault = f"{journal} is not a journal" if is_empty else f"row 2 of {journal} does not fit its checksum"
    assert fault in str(refused.value)
    assert f"mv {games / '0001'} {tmp_path / 'damaged-0001'}" in str(refused.value)
    assert (journal.read_bytes(), [path.name for path in games.iterdir()]) == (before, ["0001"])
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert main(["take-over", "--fen", FEN, "--white", "41:10", "--black", "38:55"]) == 0
    assert "0002: 0 moves on the record" in capfd.readouterr().err
    assert (folder_of_game(games), journal.read_bytes()) == (games / "0002", before)


def test_a_game_that_was_set_aside_makes_room_for_the_next(tmp_path):
    kept(tmp_path / GAMES, "0001", closed=False).write_bytes(b"")
    (tmp_path / GAMES / "0001").rename(tmp_path / "damaged-0001")
    assert folder_of_game(tmp_path / GAMES) == tmp_path / GAMES / "0001"


def test_the_service_says_what_is_damaged_and_systemd_hears_it(tmp_path):
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    damage(journal, 2)

    def no_camera() -> None:
        raise CameraError(Sentence.plain("there is no camera"))

    def buttons(put) -> ScriptedButtons:
        Timer(2.0, lambda: put(Stop())).start()
        return ScriptedButtons(TwoButtons(17, 27), put)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        run_service(tmp_path, Settings(), Devices(no_camera, buttons), lambda *_: None, notifier)
        notifier.close()
        assert systemd.recv(2000) == b"READY=1", "so that systemd does not start it again and again"
        assert systemd.recv(2000) == b"WATCHDOG=1"
        assert systemd.recv(2000).decode().startswith(f"STATUS=row 2 of {journal} does not fit its checksum")
        assert systemd.recv(2000) == b"WATCHDOG=1"


def test_no_game_begins_where_the_journal_of_another_is_gone(tmp_path):
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    (journal.parent / "game.pdn").write_text("1. 32-28 *", encoding="utf-8")
    journal.unlink()
    with pytest.raises(StateError, match=rf"{journal} is gone, but journal.sqlite-tail is there.*damcam take-over .*/game.pdn"):
        folder_of_game(tmp_path / GAMES)
    assert (journal.parent / "game.pdn").read_text(encoding="utf-8") == "1. 32-28 *"


def test_a_game_of_which_its_files_know_more_waits_for_the_arbiter(tmp_path):
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    (journal.parent / "presses.jsonl").write_text('{"seq": 12}\n', encoding="utf-8")
    with pytest.raises(UndecidedError, match=r"presses.jsonl beside .* knows of press 12.*; put the right files .* damcam go-on .* --by"):
        folder_of_game(tmp_path / GAMES)
