"""Fixtures: a journal that the tests write like a board, a server that shows it, and a browser."""

import os
import re
import shutil
import signal
from contextlib import suppress
from copy import copy
from pathlib import Path

import cv2
import numpy as np
import pytest

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from link.sending import state_of_game
from pi.game.board_game import BoardGame
from pi.game.keeping import Telling, Writing
from pi.game.obeying import answered
from record.decisions.commands import CloseGame
from record.decisions.outcome import OBEYED
from record.decisions.ruled_upon import last_ruling, void
from record.events.about import About
from record.events.of_game import (
    Alert,
    Alerted,
    Arbitrated,
    BoardFound,
    ClockStarted,
    ContinuedOnPaper,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.events.of_record import Undone
from record.session.running import RunningGame
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.journal_rows import JournalRows
from record.telling.remarks import TAKEN_OVER, resumed
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.referee.belief import Belief
from tests.hub.warm import WarmServers
from tests.support.apps import share_what_is_alike
from tests.support.board_service import BoardService
from tests.support.signing import admitting, client_of

S = 1_000_000_000
ABOUT = {"white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Frysk Kampioenskip", "round": "3"}
JPEG = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
SIZES = {"desktop": {"width": 1366, "height": 768}, "phone": {"width": 375, "height": 740}}


class Game:
    """Writes the events of one game: `Game(folder)`, then `open`, `move`, `fault`, `close`."""

    def __init__(self, folder: Path, size: int = 10) -> None:
        self.folder, self.size, self.seq, self.t_ns = folder, size, 0, 0
        self.mirrored = False
        self.left = {"white": 4800 * S, "black": 4800 * S}
        half = size * size // 2
        rows = size // 2 - 1
        men = rows * size // 2
        self.white, self.black = set(range(half - men + 1, half + 1)), set(range(1, men + 1))
        self.journal = Journal.create(folder / JOURNAL_NAME)

    def fen(self, turn: str) -> str:
        listed = (",".join(map(str, sorted(squares))) for squares in (self.white, self.black))
        return "{}:W{}:B{}".format(turn, *listed)

    def open(self, **about: str) -> "Game":
        (self.folder / "drawn").mkdir(exist_ok=True)
        (self.folder / "drawn" / "0000.jpg").write_bytes(JPEG)
        rules = "frisian" if self.size == 10 else "english"
        white_ns, black_ns, known = self.left["white"], self.left["black"], About.of(ABOUT | about)
        start = SessionOpened(rules, self.size, self.fen("W"), "80m+60s", white_ns, black_ns, known, self.mirrored)
        corners = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
        for event in (start, BoardFound(0, corners, "frames/0000.jpg", "drawn/0000.jpg"), ClockStarted(0, "white")):
            self.journal.append(event, 0)
        return self

    def press(self, side: str, took_s: int = 10) -> None:
        self.seq += 1
        self.t_ns += took_s * S
        self.left[side] += (60 - took_s) * S
        other = "black" if side == "white" else "white"
        self.journal.append(Pressed(self.seq, self.t_ns, side, self.left["white"], self.left["black"], other), self.t_ns)

    def move(self, side: str, start: int, end: int, took_s: int = 10, drawn: str | None = None) -> int:
        """A legal move; the row of its ruling."""
        self.press(side, took_s)
        own = self.white if side == "white" else self.black
        own.remove(start)
        own.add(end)
        return self._rule(side, "legal", f"{start}-{end}", drawn)

    def fault(self, side: str, verdict: str, start: int, end: int) -> int:
        """An irregular move; the board of the game stays as it was."""
        self.press(side)
        return self._rule(side, verdict, f"{start}-{end}")

    def _rule(self, side: str, verdict: str, move: str, drawn: str | None = None, fen: str = "") -> int:
        fen = fen or self.fen("B" if side == "white" else "W")
        if drawn and not (self.folder / drawn).exists():
            (self.folder / drawn).write_bytes(JPEG)
        return self.journal.append(Ruled(self.seq, side, verdict, move, fen, 0.99, drawn=drawn), self.t_ns)

    def go_on_paper(self) -> None:
        self.journal.append(ContinuedOnPaper(self.t_ns, self.seq), self.t_ns)

    def end(self, result: str) -> None:
        """The arbiter gives the game that result."""
        self.journal.append(Arbitrated(self.t_ns, self.seq, "end", "A. Bouma", self.fen("W"), result=result, article="20.2"), self.t_ns)

    def undo_end(self) -> None:
        """The arbiter takes the result back, a second later."""
        self.journal.append(Undone(self.t_ns + S, "A. Bouma", "end", self.t_ns), self.t_ns + S)

    def close(self, result: str = "*") -> None:
        self.journal.append(SessionClosed(self.t_ns, result), self.t_ns)


@pytest.fixture(scope="session", autouse=True)
def _quick_applications():
    with pytest.MonkeyPatch.context() as patch:
        share_what_is_alike(patch)
        yield


@pytest.fixture(autouse=True)
def readers_closed(monkeypatch):
    """The feeds' readers live as long as the pages' process. Here they end with the test, as Python 3.13 warns of unclosed connections."""
    opened, reader = [], Journal.reader

    def reading(path):
        opened.append(reader(path))
        return opened[-1]

    monkeypatch.setattr(Journal, "reader", reading)
    yield
    for journal in opened:
        journal.close()


@pytest.fixture
def game(tmp_path):
    made = Game(tmp_path)
    yield made
    made.journal.close()


class Service(BoardService):
    """Takes up the commands as a board's service does, with the service's own code, in that game."""

    def __init__(self, game):
        super().__init__(state_of_game(game.folder), lambda command: self._answered(command))
        self.game, self.path = game, game.folder / JOURNAL_NAME

    def _answered(self, command):
        with JournalRows(self.path) as rows:
            why = void(command.body, command.based_on_row, last_ruling(rows))
        return why or self.answer(command.body)

    def answer(self, word):
        with Journal.reader(self.path) as journal:
            state = fold(journal)
            writing = Writing(self.game.journal, time_of_day=lambda: "2026-11-21T18:43:05+01:00")
            game = BoardGame(None, writing, Telling(lambda _event, _state: None))
            rulings = tuple(event for _, event in journal.since(0) if isinstance(event, Ruled) and not event.amends)
            belief = Belief.at(parse_fen(state.fen, ruleset(state.opened.rules)))
            game.resume(RunningGame(state, belief, recent=rulings), 0, {})
            if isinstance(word, CloseGame):
                game.close(state.clock.since_t_ns + 10**9, word.by)
                return OBEYED
            return answered(game, word, state.clock.since_t_ns + 10**9)


@pytest.fixture
def service(game):
    made = Service(game)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def fault(game):
    """Writes a game's opening, a move, and a quiet one although a capture was compulsory, with its alert."""

    def write():
        game.open()
        game.move("white", 32, 28)
        before = game.fen("B")
        game.press("black")
        game.black -= {19}
        game.black |= {24}
        after = game.fen("W")
        told = Alert("27c-missed", "27c, 10", (19, 24), "19-24 is a quiet move.", side="black", before=before, after=after)
        (game.folder / "drawn" / "0002.jpg").write_bytes(JPEG)
        game.journal.append(Ruled(2, "black", "27c-missed", "19-24", after, 0.99, (told,), drawn="drawn/0002.jpg"), game.t_ns)

    return write


@pytest.fixture
def desk_app(game):
    """The application over the game, in which Anke is an arbiter and Durk an operator."""
    boards = Boards.lone(game.folder / "journal.jsonl", shows_pictures=False)
    yield create_app(boards, sign_in=admitting(game.folder), follow=False)
    boards.first.follower.close()


@pytest.fixture
def signed_in(desk_app):
    """Makes a client that is signed in and sends its token with every request."""

    return lambda name="Anke": client_of(desk_app, name)


@pytest.fixture
def desk(desk_app, fault, signed_in):
    """The client of an arbiter, in a game with one alert."""
    fault()
    desk_app.extensions[BOARDS].first.desk.look()
    return signed_in()


@pytest.fixture
def new_game():
    """Makes a folder and a game in it."""
    made = []

    def begin(folder: Path) -> Game:
        folder.mkdir()
        made.append(Game(folder))
        return made[-1]

    yield begin
    for game in made:
        game.journal.close()


@pytest.fixture
def taken_over():
    """Makes a copy of a game in a folder, where another recorder goes on with it."""
    made = []

    def go_on(game: Game, folder: Path) -> Game:
        shutil.copytree(game.folder, folder)
        other = copy(game)
        other.left, other.white, other.black = {**game.left}, {*game.white}, {*game.black}
        other.folder, other.journal = folder, Journal.open(folder / JOURNAL_NAME)
        other.journal.append(Alerted(game.t_ns, (resumed("en", reason=TAKEN_OVER),)), game.t_ns)
        made.append(other)
        return other

    yield go_on
    for game in made:
        game.journal.close()


class Server:
    def __init__(self, warm, folder, *words, port=0):
        self.words = words
        followed = [f"--state={state}" for state in folder] if isinstance(folder, list) else [f"--journal={folder / 'journal.jsonl'}"]
        self.process = warm.start(*followed, "--pictures", "--port", str(port), *words)
        self.port = int(re.search(r":(\d+)/", self.process.stderr.readline())[1])
        self.url = f"http://localhost:{self.port}/"

    def stop(self):
        self.end()
        self.wait()

    def end(self):
        self.process.send_signal(signal.SIGINT)

    def wait(self):
        self.process.wait()
        self.process.stderr.close()

    def wait_long(self):
        """Wait for it; one that does not end is killed, and fails with what it said and did at last."""
        try:
            self.process.wait()
        except AssertionError as error:
            self.process.send_signal(signal.SIGXCPU)
            self.process.wait()
            os.set_blocking(self.process.stderr.fileno(), False)  # another process of the server may have it open still
            with suppress(BlockingIOError):
                raise AssertionError(f"{self.words} did not end: {os.read(self.process.stderr.fileno(), 65_536).decode()}") from error
            raise
        finally:
            self.process.stderr.close()


@pytest.fixture(scope="session")
def warm(system):
    """From where servers start at once."""
    servers = WarmServers()
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def ending(warm):
    """The servers that were told to end. A server takes a second for it, in which the next test runs; all must have ended at last."""
    servers = []
    yield servers
    for server in servers:
        server.wait_long()


@pytest.fixture
def serve(warm, ending):
    """Serves a folder's journal and pictures, or a list of the folders of boards; further words go to `python -m hub`."""
    made = []

    def start(folder, *words, port=0):
        made.append(Server(warm, folder, *words, port=port))
        return made[-1]

    yield start
    for server in made:
        if server.process.poll() is None:
            server.end()
            ending.append(server)


@pytest.fixture
def server(serve, game):
    return serve(game.folder)


def pytest_generate_tests(metafunc):
    """A test that is marked `both_sizes` has its page on a telephone and on a desktop."""
    if metafunc.definition.get_closest_marker("both_sizes"):
        metafunc.parametrize("page", SIZES, indirect=True)


@pytest.fixture
def page(request, browser, server):
    """Opens a page, on a telephone unless the test chooses. At its end the browser must have reported no error and asked no other host."""
    context = browser.new_context(viewport=SIZES[getattr(request, "param", "phone")], reduced_motion="reduce")
    page = context.new_page()
    page.errors, page.lost, hosts = [], "", set()
    page.on("console", lambda message: page.errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("request", lambda asked: hosts.add(re.match(r"\w+://([^/]*)", asked.url)[1]))
    yield page
    context.close()
    assert [error for error in page.errors if not page.lost or not re.search(page.lost, error)] == []
    assert hosts == {f"localhost:{server.port}"}
