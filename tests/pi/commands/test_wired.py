"""`damcam hub mirror` and `damcam uplink` as processes, with a real broker between them."""

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hub.access.accounts import FILE_NAME, Account, Accounts, Role
from hub.venue.link import read_link
from pi.cli import main
from record.events.of_game import ClockStarted, ClockStopped, SessionClosed
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


def last_checksum(state: Path, game: str = "0001") -> str:
    """That of the last row of the game; empty before there is one."""
    try:
        with closing(Journal.reader(state / GAMES / game / JOURNAL_NAME)) as journal:
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


def test_another_pi_goes_on_with_the_game_from_the_hub_and_the_one_before_is_cut_off(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, mirrored, file = tmp_path / "old", tmp_path / "new", broker.hall.boards / "9", tmp_path / "file.json"
    for state in (old, new):
        (state / GAMES / "0001" / "frames").mkdir(parents=True)  # the service waits there for its first game
    (old / GAMES / "0001" / "frames").rmdir()
    (old / GAMES / "0001").rmdir()
    file.write_text(broker.enroll("9").written())

    def at(state: Path, *words: str) -> tuple[int, str]:
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(state))
        return main(list(words)), capsys.readouterr().err

    assert at(old, "join", str(file))[0] == 0
    with closing(begin(old, 1, white="Auke")) as journal:
        journal.append(SessionClosed(1, "1-0"), 1)
    with closing(begin(old, 2, white="Jelle")) as journal:
        journal.append(ClockStarted(5, "white"), 5)
        start(broker.hall.folder, "hub", "mirror")
        start(old, "uplink")
        assert soon(lambda: last_checksum(mirrored) == last_checksum(old) != "")
        assert soon(lambda: last_checksum(mirrored, "0002") == last_checksum(old, "0002") != "")
        handed = tmp_path / "handed.json"
        assert at(broker.hall.folder, "hub", "hand-out", "9", "--to", str(handed), "--address", "127.0.0.1") == (
            0, f"damcam: 9 is handed out with 2 rows of game 0002; at the new board: damcam join {handed}; then delete the file, "
               "which holds a password\n",
        )  # fmt: skip
        assert stat.S_IMODE(handed.stat().st_mode) == 0o600
        journal.append(SessionClosed(9, "0-1"), 9)  # on the machine that is cut off
    status, told = at(new, "join", str(handed))
    assert (status, "game 0002 of 9 is here as the hub has it, and goes on when damcam run is started" in told) == (0, True), told
    assert sorted(path.name for path in (new / GAMES).iterdir()) == ["0002"]
    assert "this board has joined that hub already" in at(new, "join", str(handed))[1], "a second time nothing changes"
    with Journal.open(new / GAMES / "0002" / JOURNAL_NAME) as journal:
        assert journal.clock() is None
        journal.append(ClockStopped(7, 1, 1), 7)
    start(new, "uplink")
    assert soon(lambda: last_checksum(mirrored, "0002") == last_checksum(new, "0002"))
    assert soon(lambda: read_link(mirrored).machine == (new / "machine-id").read_text())
    (tmp_path / "second").mkdir()
    begin(tmp_path / "third", 1).close()
    assert "this board has games of its own, and the hub's would not follow them" in at(tmp_path / "third", "join", str(handed))[1]
    file.write_text(json.dumps({key: value for key, value in json.loads(handed.read_text()).items() if key != "handed"}))
    assert at(tmp_path / "second", "join", str(file))[0] == 0
    second = start(tmp_path / "second", "uplink")
    assert second.stderr
    said = iter(second.stderr.readline, "")
    assert any("the hub takes nothing of this board: another machine sends under the key 9" in line for line in said)
    assert soon(lambda: "machine" in read_link(mirrored).refused)
    spoilt = json.loads(handed.read_text()) | {"handed": {"game": "../1", "games": 1, "journal": ""}}
    file.write_text(json.dumps(spoilt))
    assert "handed of the enrolment cannot be used: ...; make it anew at the hub: damcam hub hand-out KEY" in at(new, "join", str(file))[1]


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
