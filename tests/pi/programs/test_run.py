"""`damcam run --replay`: the real service, its threads and its queue, with scripted hands and a scripted camera."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from threading import Event, Thread
from typing import NoReturn

import pytest

from hub.boards.readiness import REPORT_NAME, read_report
from pi.cli import main
from pi.game.writing import Telling
from pi.machine.alone import alone
from pi.programs import run as run_command
from pi.programs.run import new_game
from pi.programs.scripted_play import READ_AT_LAST_S
from pi.programs.session_player import play_session, prepare, recorded_game
from pi.reading.devices import BoardError, Devices
from pi.setup.settings import GameSettings, Settings
from record.events.of_game import Pressed, Ruled
from record.session.step import State
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from vision.image.picture import read_picture

S = 1_000_000_000
MOVES = ["31-27", "18-23", "36-31"]


def quick(folder: Path) -> Path:
    """The same session played in a few seconds."""
    presses = [json.loads(line) for line in (folder / "presses.jsonl").read_text().splitlines()]
    lines = [json.dumps(press | {"t": 3.0 * number}) + "\n" for number, press in enumerate(presses, 1)]
    (folder / "presses.jsonl").write_text("".join(lines))
    return folder


@contextmanager
def phases(folder: Path) -> Iterator[set[str]]:
    """What the service in that folder tells meanwhile of how its game stands."""
    found: set[str] = set()
    over = Event()

    def look() -> None:
        while not over.wait(0.05):
            report = read_report(folder / REPORT_NAME)
            found.update([report["phase"]] if report else [])

    looking = Thread(target=look)
    looking.start()
    try:
        yield found
    finally:
        over.set()
        looking.join()


def test_a_recorded_session_through_the_service(copied, tmp_path, capfd) -> None:
    session, out = quick(copied(presses=3)), tmp_path / "out"
    with phases(out) as told_meanwhile:
        assert main(["run", "--replay", str(session), "--speed", "3", "--no-web", "--out", str(out)]) == 0
    assert "playing" in told_meanwhile
    assert not (out / REPORT_NAME).exists(), "a service that has ended tells nothing"
    assert not any(path.stat().st_mode & 0o027 for path in out.rglob("*")), "pictures of players are not for other users"
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["move"] for row in told if row["event"] == "Ruled"] == MOVES
    assert (told[0]["event"], told[-1]["event"]) == ("SessionOpened", "SessionClosed")

    game = out / "games" / "0001"
    with Journal.reader(game / JOURNAL_NAME) as journal:
        events, state = [event for _, event in journal.since(0)], fold(journal)
    assert [row["event"] for row in told] == [type(event).__name__ for event in events], "told is what is on disk, in that order"
    assert [press.side for press in state.presses] == ["white", "black", "white"]
    assert not list(game.glob("*-wal"))
    assert all((game / name).exists() for ruling in state.rulings for name in ruling.pictures)
    edge = [read_picture(path)[0] for path in (game / "frames").iterdir()]
    assert all(row.std(axis=0).max() < 2 for row in edge), "nothing is kept that lies beyond the board"
    pressed = [place for place, event in enumerate(events) if isinstance(event, Pressed)]
    ruled = [place for place, event in enumerate(events) if isinstance(event, Ruled)]
    assert all(one < other for one, other in zip(pressed, ruled, strict=True))

    again: list[str | None] = []

    def tell(event: object, _: State) -> None:
        if isinstance(event, Ruled):
            again.append(event.move)

    prepare(tmp_path / "again")
    session = read_folder(game)
    play_session(session, tmp_path / "again", recorded_game(session, GameSettings()), Telling(tell))
    assert again == MOVES, "what the service leaves is a recorded session"


def test_no_machine_is_too_slow_for_the_pace_and_a_press_that_counts_for_nothing_is_not_waited_for(copied, tmp_path, capfd) -> None:
    session = copied(presses=3)
    once_more = json.loads((session / "presses.jsonl").read_text().splitlines()[-1]) | {"seq": 4}
    with (session / "presses.jsonl").open("a") as presses:
        presses.write(json.dumps(once_more))
    began = time.monotonic()
    assert main(["run", "--replay", str(quick(session)), "--speed", "1000", "--no-web", "--out", str(tmp_path / "out")]) == 0
    assert time.monotonic() - began < READ_AT_LAST_S
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["move"] for row in told if row["event"] == "Ruled"] == MOVES
    assert not [row for row in told if row["event"] == "CameraFault"]
    assert [row["t_ns"] - told[2]["t_ns"] for row in told if row["event"] == "Pressed"] == [3 * S, 6 * S, 9 * S]


def spoilt(folder: Path, name: str) -> None:
    """A picture that is none."""
    (folder / name).write_text("no picture")


def of_another_position(folder: Path, name: str) -> None:
    copyfile(folder / "frames" / "0002.jpg", folder / name)


def missing(folder: Path, name: str) -> None:
    (folder / name).unlink()


@pytest.mark.parametrize(
    ("name", "made", "said"),
    [
        ("frames/0000.jpg", spoilt, "0000.jpg: not a picture"),
        ("frames/0000.jpg", of_another_position, "the board was not found in its first picture: "),
        ("frames/0003.jpg", spoilt, "0003.jpg: not a picture"),
        ("frames/0003.jpg", missing, "0003.jpg: the picture is missing"),
    ],
)
def test_a_session_that_cannot_be_played_is_refused_at_once_in_one_sentence(copied, tmp_path, capfd, name, made, said) -> None:
    session = copied(presses=3)
    made(session, name)
    assert main(["run", "--replay", str(session), "--speed", "1000", "--no-web", "--out", str(tmp_path / "out")]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert said in line


@pytest.mark.parametrize("words", [["--speed", "3"], ["--out", "games"], ["--no-stay"]])
def test_what_belongs_to_a_recorded_session_is_refused_at_a_board(words, capfd) -> None:
    assert main(["run", *words]) == 2
    assert "belong to --replay SESSION" in capfd.readouterr().err


def test_a_folder_for_a_recorded_session_that_cannot_be_is_named_as_it_was_given(copied, tmp_path, capfd) -> None:
    (tmp_path / "file").touch()
    assert main(["run", "--replay", str(copied(presses=0)), "--no-web", "--out", str(tmp_path / "file")]) == 1
    assert "name another folder with --out" in capfd.readouterr().err


def test_a_second_service_in_the_same_folder_is_refused(copied, tmp_path, capfd) -> None:
    with alone(tmp_path / "out"):
        assert main(["run", "--replay", str(copied(presses=0)), "--no-web", "--out", str(tmp_path / "out")]) == 1
    assert "another damcam records there" in capfd.readouterr().err


def test_who_has_no_board_is_told_what_can_be_tried_without_one(tmp_path, monkeypatch, capfd) -> None:
    monkeypatch.setenv("DAMCAM_SETTINGS", "")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setattr(run_command, "devices_of", lambda _: Devices(camera=refuse, buttons=refuse))
    assert main(["run", "--no-web"]) == 1
    assert capfd.readouterr().err == "damcam: no pins here; without a board: damcam run --replay SESSION plays a recorded game\n"


def refuse(*_: object) -> NoReturn:
    raise BoardError("no pins here")


def test_a_new_game_tells_how_much_later_the_public_is_to_see_it():
    """To a hub, too, that is served over the folder."""
    settings = Settings()
    assert new_game(settings).about.settings.delay is None
    delayed = replace(settings, web=replace(settings.web, delay="3 moves"))
    assert new_game(delayed).about.settings.delay == "3 moves"
