"""A hub and its boards: `damcam names --round`, and `hub mirror` and `uplink` as processes with a real broker."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from msgspec import Raw

from hub.access.accounts import FILE_NAME, Account, Accounts, Role
from hub.app import create_app
from hub.boards.board import Boards
from hub.boards.link import read_link
from hub.broker.hall import Hall
from hub.evening.pairing_list import ListFault
from link.board_socket import read_status
from link.hub import Mirror
from pi.cli import main
from pi.commands.halls.round_names import RoundSays
from pi.uplink.uplink import Uplink
from record.events.of_game import ClockStarted, ClockStopped, SessionClosed
from record.log.errors import LogError
from record.log.log import Log
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import event_of
from record.store.latest import read_clock
from tests.link.fake_wire import FakeWire
from tests.link.simulated_hall import last
from tests.pi.commands.test_hub import begin
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.live.seats import Seat
from tests.support.mosquitto import mosquitto
from tests.support.says import says
from tests.support.signing import admitting, client_of
from tests.support.waiting import WITHIN_S, wait_until

LIST = "Bord,Wit,Zwart,Evenement,Ronde\n1,Jelle,Sytske,Cup,3\n2,Ype,Auke,Cup,3\n9,Fokke,Sjoukje,Cup,3\n"
Damcam = Callable[..., tuple[int, list[dict[str, object]], str]]
PROGRAM = "import sys; from pi.cli import main; sys.exit(main())"
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hub's folder, at which the commands are run: board 1 is on its machine, and board 9 was heard before, and its game is over."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "hub"))
    monkeypatch.setenv("DAMCAM_HUB_STATES", str(tmp_path / "board-1" / "state"))
    with heard(tmp_path / "hub", "9") as journal:
        journal.append(SessionClosed(1, "1-0"), 1)
    return tmp_path / "hub"


def heard(hub: Path, key: str) -> "closing[Journal]":
    """The journal of a game of a board that the hub has heard."""
    journal = begin(hub / "boards" / key, 1, white="Fokke", black="Sjoukje", event="Cup", round="2", board=key)
    (hub / "boards" / key / "mirrored").touch()
    return closing(journal)


@pytest.fixture
def seats(system: None, hub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Seat]]:
    """Board 1, and board 2, which is elsewhere."""
    ended, wire = threading.Event(), FakeWire(time.monotonic_ns)
    with ExitStack() as stack:
        with monkeypatch.context() as patch:
            patch.delenv("DAMCAM_BOARD_STATE")  # which is the hub's
            seats = [Seat(tmp_path / f"board-{number}", board=str(number)) for number in (1, 2)]
            for seat in seats:
                stack.callback(seat.stop)
                seat.waits(lambda seat=seat: (seat.state / GAMES).exists() and seat.game and read_status(seat.state))
        wire.hub.join()
        half = wire.board("2")
        for make in (
            lambda: Mirror(hub / "boards", wire.hub),
            lambda: Uplink(seats[1].state, half, seats[1].state / "arbiters.json"),
        ):
            thread = threading.Thread(target=lambda make=make: make().run(ended))
            thread.start()
            stack.callback(thread.join)
        stack.callback(ended.set)
        yield seats


def end_of(game: Path) -> tuple[int, str] | None:
    """The last row of the game's journal; None while it is being written."""
    try:
        return last(game / "journal.jsonl")
    except LogError:
        return None


def test_a_list_reaches_every_board_that_lives_and_who_has_not_taken_it_is_shown(
    hub: Path, seats: list[Seat], damcam: Damcam, tmp_path: Path
) -> None:
    (tmp_path / "round.csv").write_bytes(LIST.encode("utf-16"))
    over = hub / "boards" / "9" / GAMES / "0001" / "journal.jsonl"
    before = last(over)
    mirrored = hub / "boards" / "2"
    wait_until(lambda: (mirrored / GAMES / "0001" / "journal.jsonl").exists() and read_status(mirrored))
    wait_until(lambda: (mirrored / "alive").exists() and (link := read_link(mirrored)) is not None and link.online)
    status, rows, told = damcam("names", "--round", "round.csv", "--by", "Anke")
    assert [(row["board"], row["taken"]) for row in rows] == [("1", True), ("2", True), ("9", False)], told
    assert status == 1
    assert [name for name in ("Ype", "Auke", "Cup", "3") if name not in str(rows[1]["said"])] == []
    assert told == f"damcam: {RoundSays.TAKEN.said(taken=2, count=3)}\n"
    assert last(over) == before, "a finished game is as it was"
    for seat, white in zip(seats, ("Jelle", "Ype"), strict=True):
        seat.set_up()
        seat.waits(lambda seat=seat, white=white: seat.now.opening and seat.now.opened.about.tags.white == white)
        assert seat.now.opened.about.tags.round == "3"
    wait_until(lambda: (end := end_of(mirrored / GAMES / "0001")) is not None and end == end_of(seats[1].game))


def test_a_list_with_wrong_lines_tells_no_board_anything_nor_is_anything_told_where_there_are_no_boards(
    hub: Path, damcam: Damcam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tmp_path / "board-1" / "state", 1, board="1").close()
    made = Hall(hub)
    made.init(8883)
    made.enroll("8", ("127.0.0.1",))
    (tmp_path / "round.csv").write_text("1;Jan;Piet\n7;A;B\n2;C\nBord 8;A;B\n")
    status, rows, told = damcam("names", "--round", "round.csv")
    assert (status, rows) == (1, [])
    wrong = (
        ListFault.LINE.said(line=2, what=ListFault.NO_BOARD.said(board="7", boards=("1", "9"))),
        ListFault.LINE.said(line=3, what=ListFault.VALUES.said()),
        ListFault.LINE.said(line=4, what=ListFault.NOT_JOINED.said(board="8")),
        f"round.csv: {RoundSays.LINES.said(count=3)}",
    )
    assert told.splitlines() == [f"damcam: {said}" for said in wrong]
    assert says("RoundSays.not-read")(refusal("names", "--round", "nowhere.csv"))
    assert says("NamesFault.of-one-game")(refusal("names", "A", "B", "--round", "round.csv"))
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setenv("DAMCAM_HUB_STATES", "")
    assert says("NoBoards.none")(refusal("names", "--round", "round.csv"))


def test_a_board_with_a_row_that_is_no_event_keeps_no_names_from_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("5", "6"):
        with heard(tmp_path, key) as journal:
            last = journal.last
        if key == "5":
            with Log.open(journal.path) as log:
                log.append(Raw(event_of(0, ClockStarted.__name__, "{}")), after=last.row_id)
    (tmp_path / "round.csv").write_text("board,white,black\n5,Jelle,Sytske\n6,Ype,Auke\n")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert main(["names", "--round", str(tmp_path / "round.csv")]) == 1
    said = [json.loads(line)["said"] for line in capsys.readouterr().out.splitlines()]
    assert ["Board 5" in said[0], "Board 6" in said[1]] == [True, True], "the other board was told too"


def test_at_a_terminal_each_board_has_a_line_and_boards_without_a_line_are_named(
    hub: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with heard(hub, "5"):
        pass
    monkeypatch.setenv("DAMCAM_HUB_STATES", "")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"board,white,black\n9,Jelle,Sytske\n")))
    assert main(["names", "--round", "-"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("Board 9, not done: ")
    assert err == f"damcam: {RoundSays.TAKEN.said(taken=0, count=1)}\ndamcam: {RoundSays.NO_LINE.said(boards=('5',))}\n"


@pytest.fixture
def start(system: None, tmp_path: Path) -> Iterator[Start]:
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
    except (LogError, OSError):
        return ""


def test_a_game_comes_to_the_hub_though_the_broker_dies_and_the_board_joins_anew_and_another_pi_goes_on_with_it_from_there(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hub, old, new, file, handed = (tmp_path / name for name in ("hub", "old", "new", "file.json", "handed.json"))
    log, port = tmp_path / "damcam-7-0002.jsonl", free_port()
    hub.mkdir()
    old.mkdir()
    (new / GAMES / "0001" / "frames").mkdir(parents=True)  # the service waits there for its first game
    mirrored = hub / "boards" / "7"
    Accounts(hub / FILE_NAME).put(Account("Auke", Role.ARBITER, "scrypt:x"))

    def keys() -> list[str]:
        with urlopen(f"http://127.0.0.1:{port}/api/boards", timeout=WITHIN_S) as answer:
            return [one["key"] for one in json.loads(answer.read())["boards"]]

    def at(state: Path, *words: object) -> str:
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(state))
        assert main([*map(str, words)]) == 0
        return capsys.readouterr().err

    with mosquitto(hub) as broker:
        serving = start(hub, "hub", "--port", str(port))
        assert serving.stderr
        assert any("serving at" in line for line in serving.stderr)
        assert keys() == []
        file.write_text(broker.enroll("7").written())
        at(old, "join", file)
        with closing(begin(old, 1, white="Auke")) as journal:
            processes = [start(old, "uplink")]
            wait_until(lambda: last_checksum(mirrored) == last_checksum(old) != "")
            wait_until(lambda: [one.name for one in Accounts(old / FILE_NAME).all()] == ["Auke"])  # the accounts are sent
            wait_until(lambda: keys() == ["7"])
            broker.end(signal.SIGKILL)
            journal.append(SessionClosed(1, "1-0"), 1)
        broker.start()
        wait_until(lambda: last_checksum(mirrored) == last_checksum(old))
        file.write_text(broker.enroll("7", again=True).written())
        with closing(begin(old, 2, white="Jelle")) as journal:
            journal.append(ClockStarted(5, "white"), 5)
            at(old, "join", file)  # which the uplink that runs notices
            wait_until(lambda: last_checksum(mirrored, "0002") == last_checksum(old, "0002") != "")
            wait_until(lambda: read_link(mirrored).online)  # else it may come only after the board is cut off
            handed.write_text(broker.enroll("7", again=True).written())
            wait_until(lambda: not read_link(mirrored).online)
            journal.append(SessionClosed(9, "0-1"), 9)  # on the machine that is cut off
        (tmp_path / "desks").mkdir()
        desks = create_app(Boards.of_states([], hub / "boards"), sign_in=admitting(tmp_path / "desks"), follow=False)
        log.write_bytes(client_of(desks).get("/desk/7/logs/0002").data)
        at(new, "join", handed)
        assert "0002: 0 moves on the record" in at(new, "import", log)
        assert sorted(path.name for path in (new / GAMES).iterdir()) == ["0002"]
        at(new, "join", handed)  # a second time nothing changes
        with Journal.open(new / GAMES / "0002" / JOURNAL_NAME) as journal:
            assert read_clock(journal.path) is None
            journal.append(ClockStopped(7, 1, 1), 7)
        processes.append(start(new, "uplink"))
        wait_until(lambda: last_checksum(mirrored, "0002") == last_checksum(new, "0002"))
        wait_until(lambda: read_link(mirrored).machine == (new / "machine-id").read_text())
        assert broker.hall.revoke("7")
        wait_until(lambda: keys() == [])
        for process in processes:
            process.terminate()
            assert process.wait(WITHIN_S) == 0
            assert process.stderr
            assert "Traceback" not in process.stderr.read()
