"""Which game goes on, and which begins, when a journal of the board is damaged."""

import socket
from pathlib import Path
from threading import Thread

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
from record.events.of_game import Pressed, Ruled, SessionClosed, SessionOpened, TimesSet
from record.log.tail import tail_of
from record.store.beside import PRESSES
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import Sentence
from rules.irregularity import Verdict
from tests.support.journals import row_altered
from tests.support.live.serving import run_service
from tests.support.says import within
from tests.support.waiting import WITHIN_S
from vision.camera.device import CameraError

FEN = "W:W31-50:B1-20"
ALTERED = "row {row} of {path} does not fit its checksum: it was altered or is damaged"
ENDS_EARLY = "row {row} of {path} is missing: {tail} says that row {last} was the last that was written"
PRESS_ELSEWHERE = "{name} beside {path} knows of press {last}, and the journal ends with press {have}: it has lost what was written"
GONE = "{path} is gone, but {tail} is there, which belongs to it"


def kept(games: Path, name: str, *, closed: bool) -> Path:
    """The journal of a game of three rows."""
    (games / name).mkdir(parents=True)
    with Journal.create(games / name / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, FEN, "80m+60s", 1, 1), 0)
        journal.append(TimesSet(1, 4_800_000_000_000, 4_800_000_000_000, "J. Jansen"), 1)
        if closed:
            journal.append(SessionClosed(3, "1-0"), 3)
    return games / name / JOURNAL_NAME


def test_games_are_told_apart_by_their_numbers_and_what_is_no_game_is_passed_over(tmp_path: Path) -> None:
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
    (tmp_path / "damcam.toml").write_text(f'[board]\nstate = "{tmp_path}"\n', encoding="utf-8")
    assert named_game(None, tmp_path / "damcam.toml") == games / "10000"
    with Journal.open(games / "10000" / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(3, "1-0"), 3)
    assert folder_of_game(games).name == "10003", "nothing is written into what is no game"


@pytest.mark.parametrize("is_empty", [False, True])
def test_of_the_latest_somebody_says_whether_it_is_over(tmp_path, monkeypatch, capfd, is_empty):
    games = tmp_path / GAMES
    journal = kept(games, "0001", closed=False)
    journal.write_bytes(b"") if is_empty else row_altered(journal, 2)
    before = journal.read_bytes()
    fault = within(ENDS_EARLY, path=str(journal), row=1, last=2) if is_empty else within(ALTERED, path=str(journal), row=2)
    with pytest.raises(StateError, check=fault) as refused:
        folder_of_game(games)
    assert f"mv {games / '0001'} {tmp_path / 'damaged-0001'}" in str(refused.value)
    assert (journal.read_bytes(), [path.name for path in games.iterdir()]) == (before, ["0001"])
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert main(["import", "--fen", FEN, "--white", "41:10", "--black", "38:55"]) == 0
    assert "0002: 0 moves on the record" in capfd.readouterr().err
    assert (folder_of_game(games), journal.read_bytes()) == (games / "0002", before)
    for game in games.iterdir():
        game.rename(tmp_path / f"damaged-{game.name}")
    assert folder_of_game(games) == games / "0001", "what was set aside makes room"
    kept(games, "0002", closed=False).write_bytes(b"")
    row_altered(kept(games, "0003", closed=True), 2)
    assert folder_of_game(games) == games / "0004", "one that is closed and damaged, or an earlier one, keeps the next from nothing"


def test_the_service_says_what_is_damaged_and_systemd_hears_it(system, tmp_path):
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    row_altered(journal, 2)

    def no_camera() -> None:
        raise CameraError(Sentence.plain("there is no camera"))

    said: list[bytes] = []

    def listen(put) -> None:
        try:
            said.extend(systemd.recv(2000) for _ in range(4))
        finally:
            put(Stop())

    def buttons(put) -> ScriptedButtons:
        Thread(target=listen, args=(put,)).start()
        return ScriptedButtons(TwoButtons(17, 27), put)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(WITHIN_S)
        notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        run_service(tmp_path, Settings(), Devices(no_camera, buttons), lambda *_: None, notifier)
        notifier.close()
    ready, alive, status, again = said
    assert ready == b"READY=1", "so that systemd does not start it again and again"
    assert alive == again == b"WATCHDOG=1"
    assert status.decode().startswith(f"STATUS=row 2 of {journal} does not fit its checksum")


def test_no_game_begins_where_the_journal_of_another_is_gone_or_its_files_know_more(tmp_path):
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    presses, pdn = journal.parent / "presses.jsonl", journal.parent / "game.pdn"
    presses.write_text('{"seq": 12}\n', encoding="utf-8")
    with pytest.raises(UndecidedError, check=within(PRESS_ELSEWHERE, name="presses.jsonl", last=12)) as refused:
        folder_of_game(tmp_path / GAMES)
    assert within("StateFault.put-back-or-go-on", game=str(journal.parent))(refused.value)
    presses.unlink()
    pdn.write_text("1. 32-28 *", encoding="utf-8")
    journal.unlink()
    with pytest.raises(StateError, check=within(GONE, path=str(journal), tail="journal.jsonl-tail")) as refused:
        folder_of_game(tmp_path / GAMES)
    assert within("StateFault.put-back-or-import", game=str(journal.parent))(refused.value)
    assert pdn.read_text(encoding="utf-8") == "1. 32-28 *"


def test_rows_that_the_tail_does_not_name_are_not_called_lost(tmp_path: Path) -> None:
    """The disk took rows and no tail, the files beside the journal were written, and then the service was killed."""
    journal = kept(tmp_path / GAMES, "0001", closed=False)
    tail = tail_of(journal).read_bytes()
    with Journal.open(journal) as opened:
        opened.append(Pressed(1, 4, "white", 1, 1, "black"), 4)
        opened.append(Ruled(1, "white", Verdict.LEGAL, "32-28", FEN, 1.0), 5)
    tail_of(journal).write_bytes(tail)
    (journal.parent / PRESSES).write_text('{"seq": 1, "t": 1.0, "side": "white", "frame": null}\n')
    assert folder_of_game(tmp_path / GAMES) == journal.parent
    with Journal.reader(journal) as reader:
        assert reader.last_id == 4
