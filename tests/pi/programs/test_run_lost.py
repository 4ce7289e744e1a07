"""The real service when its journal has lost what was told: it waits for the arbiter, changes nothing before, and then goes on."""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from werkzeug.security import generate_password_hash

from hub.access.accounts import FILE_NAME, Account, Accounts, Role
from pi.cli import main
from record.events.as_json import encode
from record.events.of_game import ClockStopped
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.losses import lost_in, sound_rows
from record.store.tail import tail_of
from rules.board.squares import Content
from tests.bench.live.killing import GAME, on_disk
from tests.bench.live.lives import Gone, Life, adopt
from tests.bench.live.people import People
from tests.bench.live.table import calm
from tests.bench.live.world import START

COMMAND = [sys.executable, "-P", "-m", "tests.bench.crash", "--serve"]
SCRIPT = calm(8)
PASSWORD = "oer it fjild"
WITHIN_S = 30.0

pytestmark = pytest.mark.timeout(240)


def waits(until: Callable[[], Any], within_s: float = WITHIN_S) -> Any:
    ends = time.monotonic() + within_s
    while not (found := until()):
        assert time.monotonic() < ends, "this did not come"
        time.sleep(0.1)
    return found


def kill(life: Life, presses: int) -> None:
    """Kill the service once so many presses are read."""
    with suppress(Gone):
        assert life.waits(lambda: len(life.state.rulings) >= presses, 60.0)
        life._process.kill()
        life.killed_ns = time.monotonic_ns()


def stands(life: Life) -> tuple[Content, ...]:
    """What stands on the board after the presses so far."""
    return SCRIPT[len(life.state.presses) - 1].stands if life.state.presses else START.contents()


@pytest.fixture(scope="module")
def killed(tmp_path_factory) -> tuple[Path, Path, list[list[str]]]:
    """The state folder of a service that was killed in its game, the game as it was at an earlier kill, and what was told."""
    state, older = tmp_path_factory.mktemp("killed") / "state", tmp_path_factory.mktemp("older") / "game"
    state.mkdir()
    adopt()
    told: list[list[str]] = []
    for presses in (2, 5):
        life = Life([*COMMAND, str(state)], on_disk(state / GAME)[1], state.with_name("log"))
        killing = Thread(target=kill, args=(life, presses))
        killing.start()
        people = People(SCRIPT, state / GAME)
        people._stands = stands(life)
        assert not people.play(life)
        killing.join()
        life.end()
        told += life.told
        if not older.exists():
            shutil.copytree((state / GAME).parent, older, ignore=shutil.ignore_patterns("*-shm"))
    Accounts(state / FILE_NAME).put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    return state, older, told


@pytest.fixture
def state(killed, tmp_path) -> Path:
    shutil.copytree(killed[0], tmp_path / "state", ignore=shutil.ignore_patterns("*-shm"))
    return tmp_path / "state"


@contextmanager
def served(state: Path, before: State) -> Iterator[tuple[Life, Path]]:
    log = state.with_name("log")
    life = Life([*COMMAND, str(state)], before, log)
    try:
        yield life, log
    finally:
        life.end()


def files(game: Path) -> dict[str, bytes]:
    return {
        path.relative_to(game).as_posix(): path.read_bytes()
        for path in game.rglob("*")
        if path.stat().st_size and path.is_file() and "-shm" not in path.name
    }


def flip(path: Path, place: float | bytes) -> None:
    """Flip a bit at that part of the file, or in the last occurrence of these bytes."""
    content = bytearray(path.read_bytes())
    content[content.rindex(place) if isinstance(place, bytes) else int(len(content) * place)] ^= 1
    path.write_bytes(content)


def wal_of(game: Path) -> Path:
    return game / f"{JOURNAL_NAME}-wal"


def wal_flipped(game: Path, _: Path) -> None:
    flip(wal_of(game), 0.6)


def wal_cut(game: Path, _: Path) -> None:
    wal_of(game).write_bytes(wal_of(game).read_bytes()[: wal_of(game).stat().st_size * 2 // 3])


def wal_cut_and_tail_gone(game: Path, older: Path) -> None:
    wal_cut(game, older)
    tail_of(game / JOURNAL_NAME).unlink()


def database_flipped(game: Path, _: Path) -> None:
    with closing(sqlite3.connect(game / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    flip(game / JOURNAL_NAME, b'"running":')


def older_put_there(game: Path, older: Path) -> None:
    for name in (JOURNAL_NAME, f"{JOURNAL_NAME}-wal"):
        shutil.copy(older / name, game / name)


@contextmanager
def pages(state: Path) -> Iterator[str]:
    """The pages of the board as a process of their own, as at an installed board; their address."""
    words = ["--lone", f"--state={state}", "--port=0", f"--secret-key={state / 'secret'}", f"--arbiters={state / FILE_NAME}"]
    with subprocess.Popen([sys.executable, "-P", "-m", "hub", *words], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        try:
            yield f"http://localhost:{re.search(r':([0-9]+)/', server.stderr.readline())[1]}"
        finally:
            server.send_signal(signal.SIGINT)
            server.stderr.read()


class Desk:
    """An arbiter's browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        form = self.get("/login")
        token = re.search(r'name="token" value="([^"]+)"', form)[1]
        self._open("/login", urlencode({"name": "Anke", "password": PASSWORD, "token": token}).encode())
        self.token = re.search(r'data-token="([^"]+)"', self.get("/desk/1"))[1]

    def get(self, path: str) -> str:
        return self._open(path)

    def view(self) -> dict[str, Any]:
        return json.loads(self.get("/desk/1/state"))

    def post(self, path: str, sent: object) -> dict[str, Any]:
        return json.loads(self._open(path, json.dumps(sent).encode(), {"X-Token": self.token, "Content-Type": "application/json"}))

    def _open(self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> str:
        with self._opener.open(urllib.request.Request(self.url + path, data, headers or {}), timeout=30) as answer:
            return answer.read().decode()


def test_a_bit_that_flips_in_the_log_is_told_and_the_game_goes_on_as_the_arbiter_chooses_at_the_desk(killed, state):
    _, older, told = killed
    game = (state / GAME).parent
    wal_flipped(game, older)
    before, sound = files(game), list(sound_rows(game / JOURNAL_NAME))
    assert 0 < len(sound) < len(told)
    with served(state, sound[-1].after) as (life, log), pages(state) as url:
        desk = Desk(url)
        lost = waits(lambda: desk.view()["lost"])
        assert f"row {len(sound) + 1} of {game / JOURNAL_NAME} is missing" in lost["says"]
        waits(lambda: lost["says"] in log.read_text())
        assert "damcam go-on" in log.read_text()
        assert json.loads(desk.get("/state")).get("withheld")
        assert "32-28" not in desk.get("/")
        time.sleep(2.0)
        assert life.told == [], "nothing goes on"
        assert {name: content for name, content in files(game).items() if before.get(name) != content} == {}, "and nothing is changed"
        assert desk.post("/desk/1/go-on", {"game": game.name, "row": lost["row"]})["done"]
        people = People(SCRIPT, state / GAME)
        people._stands = stands(life)
        assert people.play(life)
    assert "Traceback" not in log.read_text()
    events, after = on_disk(state / GAME)
    (loss,) = after.losses
    assert (loss.by, loss.row, loss.told) == ("Anke", len(sound), len(told))
    assert [list(encode(event)) for event in events[: len(sound)]] == told[: len(sound)]
    assert [ruling.verdict for ruling in after.rulings] == ["legal"] * len(SCRIPT)
    assert lost_in(game) is None
    kept = set(files(game / loss.aside).values())
    gone = {name for name, content in before.items() if content not in kept | set(files(game).values())}
    gone -= {name for name in gone if name.endswith(".new")}  # what the kill left half written
    assert {name for name in gone if not name.startswith(("frames/", "drawn/", "journal-inbox"))} == set(), "but words and dropped pictures"
    assert list((game / loss.aside / "frames").iterdir()), "but those of the lost presses are kept"
    assert f"after press {loss.seq} had been lost" in " ".join((game / "game.pdn").read_text().split())


@pytest.mark.parametrize("lose", [wal_cut, wal_cut_and_tail_gone, database_flipped, older_put_there])
@pytest.mark.slow
def test_each_other_loss_waits_too_and_goes_on_by_the_command(killed, state, lose, capfd):
    game = (state / GAME).parent
    lose(game, killed[1])
    before, sound = files(game), list(sound_rows(game / JOURNAL_NAME))
    assert 0 < len(sound) < len(killed[2])
    with served(state, sound[-1].after) as (life, log):
        waits(lambda: "nothing of this game goes on or is changed until the arbiter has chosen" in log.read_text())
        assert {name: content for name, content in files(game).items() if before.get(name) != content} == {}
        assert main(["go-on", str(game), "--by", "J. Jansen"]) == 0
        assert f"the game goes on from row {len(sound)}" in capfd.readouterr().err
        waits(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told) or not life.state.clock.running)
        waits(lambda: (game / "game.pdn").exists())
    (loss,) = on_disk(state / GAME)[1].losses
    assert (loss.by, loss.row) == ("J. Jansen", len(sound))
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_when_the_log_is_back_the_game_goes_on_by_itself(killed, state, tmp_path):
    game = (state / GAME).parent
    wal_of(game).rename(tmp_path / "wal")
    before = files(game)
    with Journal.reader(killed[0] / GAME) as journal:
        whole = fold(journal)
    with served(state, whole) as (life, log):
        waits(lambda: "nothing of this game goes on" in log.read_text())
        assert "damcam take-over" in log.read_text()
        assert {name: content for name, content in files(game).items() if before.get(name, b"") != content} == {}
        (tmp_path / "wal").rename(wal_of(game))
        waits(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told))
    events, after = on_disk(state / GAME)
    assert [list(encode(event)) for event in events[: len(killed[2])]] == killed[2]
    assert after.losses == ()


@pytest.mark.slow
def test_without_the_file_of_the_last_row_a_whole_journal_goes_on(killed, state):
    game = (state / GAME).parent
    tail_of(game / JOURNAL_NAME).unlink()
    with Journal.reader(killed[0] / GAME) as journal:
        whole = fold(journal)
    with served(state, whole) as (life, _):
        waits(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told))
    assert on_disk(state / GAME)[1].losses == ()
