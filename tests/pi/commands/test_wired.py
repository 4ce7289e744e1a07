"""`damcam hub mirror` and `damcam uplink` as processes, with a real broker between them."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hub.access.accounts import FILE_NAME, Account, Accounts, Role
from pi.cli import main
from record.events.of_game import SessionClosed
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, JournalError
from tests.mosquitto import WITHIN_S, Mosquitto, mosquitto, soon
from tests.pi.commands.test_hub import begin

PROGRAM = "import sys; from pi.cli import main; sys.exit(main())"
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("hub")) as made:
        yield made


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the command with that folder as its state."""
    made: list[subprocess.Popen[str]] = []

    def started(state: Path, *words: str) -> "subprocess.Popen[str]":
        environment = os.environ | {"DAMCAM_BOARD_STATE": str(state)}
        made.append(subprocess.Popen([sys.executable, "-P", "-c", PROGRAM, *words], stderr=subprocess.PIPE, text=True, env=environment))
        return made[-1]

    yield started
    for process in made:
        process.kill()
        process.communicate(timeout=WITHIN_S)


def last_checksum(state: Path) -> str:
    """That of the last row of the first game; empty before there is one."""
    try:
        with closing(Journal.reader(state / GAMES / "0001" / JOURNAL_NAME)) as journal:
            return journal.checksum(journal.last_id)
    except (JournalError, OSError):
        return ""


def test_a_game_comes_to_the_hub_row_by_row_though_each_part_dies(tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, board = tmp_path / "hub", tmp_path / "board"
    hub.mkdir()
    board.mkdir()
    Accounts(hub / FILE_NAME).put(Account("Auke", Role.ARBITER, "scrypt:x"))
    with mosquitto(hub) as broker, closing(begin(board, 1, white="Auke")) as journal:
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(board))
        (tmp_path / "file.json").write_text(broker.enroll("7").written(with_accounts=False))
        assert main(["join", str(tmp_path / "file.json")]) == 0
        mirror, uplink = start(hub, "hub", "mirror"), start(board, "uplink")
        mirrored = hub / "boards" / "7"
        assert soon(lambda: last_checksum(mirrored) == last_checksum(board) != "")
        assert soon(lambda: [one.name for one in Accounts(board / FILE_NAME).all()] == ["Auke"]), "the accounts are sent"
        for process in (mirror, uplink):
            process.kill()
            process.wait()
        broker.end(signal.SIGKILL)
        journal.append(SessionClosed(1, "1-0"), 1)
        broker.start()
        mirror, uplink = start(hub, "hub", "mirror"), start(board, "uplink")
        assert soon(lambda: last_checksum(mirrored) == last_checksum(board))
        for process in (uplink, mirror):
            process.terminate()
            assert process.wait(WITHIN_S) == 0
            assert process.stderr
            assert "Traceback" not in process.stderr.read()


def test_a_running_uplink_notices_that_the_board_has_joined_anew(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto
) -> None:
    board, mirrored = tmp_path / "board", broker.hall.boards / "8"
    board.mkdir()
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(board))
    file = tmp_path / "file.json"
    file.write_text(broker.enroll("8").written())
    assert main(["join", str(file)]) == 0
    with closing(begin(board, 1, white="Auke")) as journal:
        start(broker.hall.folder, "hub", "mirror")
        start(board, "uplink")
        assert soon(lambda: last_checksum(mirrored) == last_checksum(board) != "")
        file.write_text(broker.enroll("8", again=True).written())
        journal.append(SessionClosed(1, "1-0"), 1)
        assert main(["join", str(file)]) == 0
        assert soon(lambda: last_checksum(mirrored) == last_checksum(board))


def test_a_board_without_a_hub_needs_no_uplink(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path, "uplink")
    _, told = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, told) == (
        0, "damcam: this board has joined no hub, and sends its games to none; to join one: damcam join FILE\n",
    )  # fmt: skip


def test_a_hub_that_is_not_set_up_mirrors_nothing(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path, "hub", "mirror")
    _, told = process.communicate(timeout=WITHIN_S)
    assert process.returncode == 1
    assert "there is no broker here yet; set it up first: damcam hub init" in told
