"""`damcam names --round` and `damcam hub results` at a hub with a board on its machine, a mirrored one, and one that cannot be reached."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from hub.broker.hall import Hall
from hub.venue.mirror import Mirror
from pi.cli import main
from pi.uplink.uplink import Uplink
from record.events.of_game import SessionClosed
from record.store.folder import GAMES
from record.store.versions import chained
from tests.bench.live.seats import Seat
from tests.hub.venue.world import last
from tests.hub.wire.fake import FakeWire
from tests.mosquitto import soon
from tests.pi.commands.test_hub import begin

LIST = "Bord,Wit,Zwart,Evenement,Ronde\n1,Jelle,Sytske,Cup,3\n2,Ype,Auke,Cup,3\n9,Fokke,Sjoukje,Cup,3\n"
Damcam = Callable[..., tuple[int, list[dict[str, object]], str]]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Seat]]]:
    """The hub's folder, and the seats: board 1 on its machine and board 2 elsewhere. Board 9 was heard before, and its game is over."""
    folder = tmp_path_factory.mktemp("hall")
    hub, ended = folder / "hub", threading.Event()
    boards = hub / "boards"
    boards.mkdir(parents=True)
    with closing(begin(boards / "9", 1, white="Fokke", black="Sjoukje", event="Cup", round="2", board="9")) as journal:
        journal.append(SessionClosed(1, "1-0"), 1)
    (boards / "9" / "link.json").write_text("{}")
    seats = [Seat(folder / f"board-{number}", board=str(number)) for number in (1, 2)]
    with ExitStack() as stack:
        for seat in seats:
            stack.callback(seat.stop)
        wire = FakeWire(time.monotonic_ns)
        for seat in seats:
            seat.waits(lambda seat=seat: (seat.state / GAMES).exists() and seat.game and (seat.state / "readiness.json").exists())
        wire.hub.join()
        half = wire.board("2")
        for make in (lambda: Mirror(boards, wire.hub), lambda: Uplink(seats[1].state, half, seats[1].state / "arbiters.json")):
            thread = threading.Thread(target=lambda make=make: make().run(ended))
            thread.start()
            stack.callback(thread.join)
        stack.callback(ended.set)
        yield hub, seats


@pytest.fixture
def damcam(hall: tuple[Path, list[Seat]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Damcam:
    """Runs the command at the hub: its status, the lines of JSON and what it says."""
    hub, seats = hall
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(hub))
    monkeypatch.setenv("DAMCAM_HUB_STATES", str(seats[0].state))

    def run(*words: str) -> tuple[int, list[dict[str, object]], str]:
        status = main(list(words))
        said = capsys.readouterr()
        return status, [json.loads(line) for line in said.out.splitlines()], said.err

    return run


def test_a_list_reaches_every_board_that_lives_and_who_has_not_taken_it_is_shown(
    hall: tuple[Path, list[Seat]], damcam: Damcam, tmp_path: Path
) -> None:
    hub, seats = hall
    (tmp_path / "round.csv").write_bytes(LIST.encode("utf-16"))
    over = hub / "boards" / "9" / GAMES / "0001" / "journal.sqlite"
    before = last(over)
    mirrored = hub / "boards" / "2"
    assert soon(lambda: (mirrored / GAMES / "0001" / "journal.sqlite").exists() and (mirrored / "readiness.json").exists())
    assert soon(lambda: (mirrored / "alive").exists())
    status, rows, told = damcam("names", "--round", "round.csv", "--by", "Anke")
    assert (status, [(row["board"], row["taken"]) for row in rows]) == (1, [("1", True), ("2", True), ("9", False)]), (rows, told)
    assert rows[1]["said"] == "Board 2: White is Ype; Black is Auke; the event is Cup; the round is 3"
    assert "Board 9, not done: it is between two games" in str(rows[2]["said"])
    assert told == "damcam: 2 of 3 boards have taken their names\n"
    assert (last(over), list(over.parent.glob("*inbox*"))) == (before, []), "a finished game is as it was"
    for seat, white in zip(seats, ("Jelle", "Ype"), strict=True):
        seat.set_up()
        seat.waits(lambda seat=seat, white=white: seat.now.opening and seat.now.opened.about.tags.white == white)
        assert seat.now.opened.about.tags.round == "3"


def test_a_list_with_wrong_lines_tells_no_board_anything(damcam: Damcam, tmp_path: Path) -> None:
    (tmp_path / "round.csv").write_text("1;Jan;Piet\n7;A;B\n2;C\n")
    status, rows, told = damcam("names", "--round", "round.csv")
    assert (status, rows) == (1, [])
    assert told.splitlines() == [
        "damcam: line 2: there is no board 7 here; there are 1, 2, 9",
        "damcam: line 3: a board, White and Black were expected, as in 1; Jelle de Vries; Sytske Hoekstra",
        "damcam: round.csv: 2 lines are wrong, and no board was told anything",
    ]
    assert damcam("names", "--round", "nowhere.csv")[2].startswith("damcam: nowhere.csv: the list cannot be read: ")
    assert damcam("names", "A", "B", "--round", "round.csv")[0] == 2


def test_a_line_for_a_board_that_has_not_joined_says_so(hall: tuple[Path, list[Seat]], damcam: Damcam, tmp_path: Path) -> None:
    made = Hall(hall[0])
    made.init("hal", ("127.0.0.1",), 8883)
    made.enroll("7", ("127.0.0.1",))
    (tmp_path / "round.csv").write_text("1;Jan;Piet\nBord 7;A;B\n")
    status, rows, told = damcam("names", "--round", "round.csv")
    assert (status, rows) == (1, [])
    assert told.splitlines()[0] == "damcam: line 2: board 7 is enrolled, and has not joined yet: run damcam join there"


def test_results_are_listed_with_what_is_missing(damcam: Damcam) -> None:
    status, rows, told = damcam("hub", "results", "--event", "cup", "--round", "3")
    assert [(row["board"], row["white"], row["result"], row["missing"]) for row in rows] == [
        ("1", "Jelle", None, "it is still played"),
        ("2", "Ype", None, "it is still played"),
        ("9", "", None, "no game of this round has begun there"),
    ]
    assert (status, told) == (1, "damcam: 3 results are missing\n")
    status, rows, told = damcam("hub", "results", "--event", "Cup")
    assert rows[2] == {
        "board": "9", "key": "9", "game": "0001", "event": "Cup", "round": "2", "white": "Fokke", "black": "Sjoukje", "result": "1-0",
        "missing": None,
    }  # fmt: skip


def test_where_there_are_no_boards_nothing_is_told(damcam: Damcam, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setenv("DAMCAM_HUB_STATES", "")
    for words in (("hub", "results"), ("names", "--round", "round.csv")):
        status, _, told = damcam(*words)
        assert (status, "this machine has no boards: none has joined, and [hub] states names none" in told) == (1, True), told


def test_a_board_whose_journal_cannot_be_read_is_told_and_keeps_no_names_from_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("5", "6"):
        with closing(begin(tmp_path / "boards" / key, 1, white="Fokke", black="Sjoukje", event="Cup", round="2", board=key)) as journal:
            if key == "5":
                number, before = journal.last_id + 1, bytes.fromhex(journal.checksum(journal.last_id))
                row = (number, 0, "ClockStarted", "{", chained(before, number, 0, "ClockStarted", "{"))
                journal._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
        (tmp_path / "boards" / key / "link.json").write_text("{}")
    (tmp_path / "round.csv").write_text("board,white,black\n5,Jelle,Sytske\n6,Ype,Auke\n")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert main(["names", "--round", str(tmp_path / "round.csv")]) == 1
    said = [json.loads(line)["said"] for line in capsys.readouterr().out.splitlines()]
    assert len(said) == 2, "the other board was not told"
    assert said[0].startswith("Board 5, not done: row ")
    assert "cannot read" in said[0]
    assert said[1].startswith("Board 6, not done: ")
    assert "cannot read" not in said[1]
