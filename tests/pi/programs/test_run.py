"""`damcam run --replay`: the real service, its threads and its queue, with scripted hands and a scripted camera; and as a process: its
pages while it is stopped in the middle of a game, and after the game until it is told to end.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from shutil import copyfile
from urllib.request import urlopen

import pytest
from msgspec.structs import replace

from clock.buttons import ScriptedButtons
from hub.feeds.silence import SILENT_AFTER_S
from link.board_socket import read_status
from link.status import PLAYING
from pi.checks import readiness
from pi.cli import main
from pi.game import live_game
from pi.game.keeping import Telling
from pi.game.station import Stop
from pi.machine.alone import alone
from pi.programs import run as run_command
from pi.programs import scripted_play
from pi.programs.halting import HaltingPace
from pi.programs.run import SCRIPTED, new_game
from pi.programs.scripted_play import ScriptedPlay
from pi.programs.session_player import play_session, prepare, recorded_game
from pi.reading.devices import BoardError, Devices
from pi.reading.live_reader import NotBegun
from pi.reading.messages import Done
from pi.setup.settings import GameSettings, Settings
from record.events.of_game import Pressed, Ruled
from record.store.folder import ALIVE_NAME, JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from rules.errors import Sentence
from tests.pi.conftest import wait_for_touches
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.says import parts
from tests.support.waiting import WITHIN_S, wait_until
from vision.image.picture import read_picture

S = 1_000_000_000
MOVES = ["31-27", "18-23", "36-31"]


def quick(folder):
    """The same session played in a few seconds."""
    presses = [json.loads(line) for line in (folder / "presses.jsonl").read_text().splitlines()]
    lines = [json.dumps(press | {"t": 3.0 * number}) + "\n" for number, press in enumerate(presses, 1)]
    (folder / "presses.jsonl").write_text("".join(lines))
    return folder


@contextmanager
def told_meanwhile(phase, folder):
    """The service in that folder tells once that its game stands so."""
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(wait_until, lambda: (status := read_status(folder)) and status.phase == phase)
        yield
        assert told.result()


def test_a_recorded_session_through_the_service(system, copied, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(readiness, "EVERY_S", 0.1)
    monkeypatch.setattr(live_game, "ALIVE_EVERY_S", 0.1)
    session, out = quick(copied(presses=3)), tmp_path / "out"
    with told_meanwhile(PLAYING, out):
        assert main(["run", "--replay", str(session), "--speed", "3", "--no-web", "--out", str(out)]) == 0
    assert read_status(out) is None, "a service that has ended tells nothing"
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

    again = []

    def tell(event, _):
        if isinstance(event, Ruled):
            again.append(event.move)

    prepare(tmp_path / "again")
    session = read_folder(game)
    play_session(session, tmp_path / "again", recorded_game(session, GameSettings()), Telling(tell))
    assert again == MOVES, "what the service leaves is a recorded session"


def test_no_machine_is_too_slow_for_the_pace_and_a_press_that_counts_for_nothing_is_not_waited_for(
    system, copied, tmp_path, capfd, monkeypatch
):
    monkeypatch.setattr(scripted_play, "READ_AT_LAST_S", threading.TIMEOUT_MAX)  # waiting for a press in vain would never end
    session = copied(presses=3)
    once_more = json.loads((session / "presses.jsonl").read_text().splitlines()[-1]) | {"seq": 4}
    with (session / "presses.jsonl").open("a") as presses:
        presses.write(json.dumps(once_more))
    assert main(["run", "--replay", str(quick(session)), "--speed", "1000", "--no-web", "--out", str(tmp_path / "out")]) == 0
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["move"] for row in told if row["event"] == "Ruled"] == MOVES
    assert not [row for row in told if row["event"] == "CameraFault"]
    assert [row["t_ns"] - told[2]["t_ns"] for row in told if row["event"] == "Pressed"] == [3 * S, 6 * S, 9 * S]


def codes(*words):
    """The codes of the sentence by which `damcam run` refuses, and of those in it."""
    return [one.code for one in parts(refusal("run", "--no-web", *words).sentence)]


@pytest.mark.parametrize(
    ("name", "spoil", "code"),
    [
        ("0000.jpg", lambda path: path.write_text("no picture"), "BadFile.no-picture"),
        ("0000.jpg", lambda path: copyfile(path.with_name("0002.jpg"), path), "Mismatch.none-seen"),
        ("0003.jpg", Path.unlink, "BadFile.missing"),
    ],
)
def test_a_session_that_cannot_be_played_is_refused_at_once_in_one_sentence(system, copied, tmp_path, name, spoil, code):
    session = copied(presses=3)
    spoil(session / "frames" / name)
    assert code in codes("--replay", session, "--speed", "1000", "--out", tmp_path / "out")


def test_a_folder_for_a_recorded_session_that_cannot_be_or_in_which_another_service_records_is_refused(copied, tmp_path):
    session = copied(presses=0)
    (tmp_path / "file").touch()
    assert "StateFault.other-folder" in codes("--replay", session, "--out", tmp_path / "file")
    with alone(tmp_path / "out"):
        assert "StateFault.recorded-there" in codes("--replay", session, "--out", tmp_path / "out")


def test_who_has_no_board_is_told_what_can_be_tried_without_one(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("DAMCAM_SETTINGS", "")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setattr(run_command, "devices_of", lambda _: Devices(camera=refuse, buttons=refuse))
    assert main(["run", "--no-web"]) == 1
    assert capfd.readouterr().err == "damcam: no pins here; without a board: damcam run --replay SESSION plays a recorded game\n"


def refuse(*_):
    raise BoardError("no pins here")


def test_a_new_game_tells_how_much_later_the_public_is_to_see_it():
    """To a hub, too, that is served over the folder."""
    settings = Settings()
    assert new_game(settings).about.settings.delay is None
    delayed = replace(settings, web=replace(settings.web, delay="3 moves"))
    assert new_game(delayed).about.settings.delay == "3 moves"


def test_a_slow_look_is_waited_for_and_one_in_vain_ends_it(copied):
    queue = SimpleQueue()
    play = ScriptedPlay(read_folder(copied(presses=1)), ScriptedButtons(SCRIPTED, queue.put), HaltingPace(8), queue.put, by="the session")
    missed = Done(play, NotBegun(Sentence.plain("no board is seen")))
    assert play.heard(missed) is missed
    assert isinstance(queue.get(), Stop), "the first thing that is said: the clock waits for the board"
    assert str(play.missed) == "no board is seen"


BOARD = "api/boards/1"
"""What programs are told of the only board."""


def page(port, path):
    try:
        with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=WITHIN_S) as answer:
            return json.load(answer)
    except OSError:
        return {}


def page_when(port, path, holds):
    """What the pages tell once that holds of it."""
    seen = []

    def is_told():
        seen[:] = [page(port, path)]
        return bool(seen[0]) and holds(seen[0])

    wait_until(is_told, lambda: seen)
    return seen[0]


@pytest.fixture
def start(system, copied, tmp_path):
    """Starts `damcam run --replay` with a session of two presses, after 20 and 22 seconds, played at that speed."""
    made = []
    session = copied(presses=2)
    presses = [json.loads(line) for line in (session / "presses.jsonl").read_text().splitlines()]
    (session / "presses.jsonl").write_text("".join(json.dumps(press | {"t": 18 + 2 * press["seq"]}) + "\n" for press in presses))

    def run(port, *words, speed=50):
        environment = os.environ | {"DAMCAM_WEB_PORT": str(port), "DAMCAM_SETTINGS": "", "LC_ALL": "C"}
        paced = ["--replay", str(session), "--speed", str(speed), "--out", str(tmp_path / "out")]
        command = [sys.executable, "-P", "-m", "damcam", "run", *paced, *words]
        made.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment))
        return made[-1]

    yield run
    for process in made:
        if process.poll() is None:
            process.kill()
        process.communicate()


def its_line(process):
    return next(line for line in process.stderr if "its pages stay" in line)


def test_its_pages_show_no_news_while_it_is_stopped_and_stay_after_the_game_until_it_is_told_to_end(start, tmp_path):
    port = free_port()
    process = start(port, speed=2)
    page_when(port, BOARD, lambda seen: seen["game"] and seen["game"]["clock"]["running"] is not None and not seen["game"]["no_news"])
    page_when(port, "ready.json", lambda seen: seen["phase"] == "playing")
    os.kill(process.pid, signal.SIGSTOP)
    silent = page_when(port, BOARD, lambda seen: seen["game"]["no_news"])
    ready = page(port, "ready.json")
    assert (ready["phase"], ready["checks"]) == ("silent", []), "what it last told counts no more before the round"
    later = page_when(port, BOARD, lambda seen: seen["age_ms"] > silent["age_ms"])
    assert (later["game"]["clock"], later["game"]["clock"]["running"]) == (silent["game"]["clock"], None)
    assert silent["age_ms"] > 1000 * SILENT_AFTER_S
    os.kill(process.pid, signal.SIGCONT)
    page_when(port, BOARD, lambda seen: not seen["game"]["no_news"])

    assert f"http://localhost:{port}" in its_line(process)
    wait_for_touches(tmp_path / "out" / ALIVE_NAME)
    assert process.poll() is None
    assert page(port, BOARD)["game"]["moves"]
    assert page(port, "ready.json")["phase"] == "over", "it is alive"
    process.send_signal(signal.SIGINT)
    assert process.wait(WITHIN_S) == 0
    assert page(port, BOARD) == {}
    assert not list((tmp_path / "out").rglob("*-wal"))


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize("word", ["--no-stay", "--no-web"])
def test_it_ends_with_the_game_where_that_is_asked(word, start):
    process = start(free_port(), word)
    assert process.wait() == 0
    assert "stay" not in process.stderr.read()
