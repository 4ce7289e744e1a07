"""What an irregular press shows to the public: what a press that is being read shows, and no more (Art. 24).

Two games that are equal but for one press give the same bytes, headers, lengths and events at all public addresses until their records
differ, whatever the press is ruled to be, whenever it is ruled, and whoever is told of it.
"""

import os
import random
import re
import shutil
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from secrets import token_hex

import pytest
from flask import Response
from msgspec import structs
from werkzeug.test import create_environ, run_wsgi_app

from hub.app import GAMES, create_app
from hub.boards.board import Boards
from hub.feeds.delay import parse_delay
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from hub.feeds.server_sent import ALIVE
from hub.web.streams import STREAM
from link.board_socket import want_picture
from link.hub_board import MirroredBoard
from link.hub_clock import HubClock
from link.wire import Picture, PicturesWanted, Pulse, Rows
from record.events.of_game import (
    Alert,
    Alerted,
    Arbitrated,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    OfCommand,
    Pressed,
    Ruled,
    SessionClosed,
    TurnHandedBack,
)
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen, WritingSuspended
from record.papers.public_view import public_view
from record.store.folder import ALIVE_NAME, JOURNAL_NAME
from record.store.folder import GAMES as GAMES_FOLDER
from record.store.journal_rows import JournalRows, LastRow
from rules.irregularity import Verdict
from tests.hub.conftest import Game
from tests.hub.routes import addresses
from tests.support.signing import admitting
from tests.tournament.events.conftest import InMemory
from tournament.events.changes import BoardsGiven, GameAtBoard
from tournament.events.published import settled

S = 1_000_000_000
STEP_S, READ_AFTER_S = 60, 5
"""From one press to the next, and from a press to what is told of it."""
EVENT = "Frysk Kampioenskip"
PICTURES = [f"drawn/{name}.jpg" for name in ("0000", "0004", "0004-after", "0005", "0005-after", "0006", "0007", "0008")]
OF_THE_LAST_MOVE = "drawn/0004.jpg"
OPENING = [("white", "32-28"), ("black", "19-23"), ("white", "37-32"), ("black", "14-19")]
FIFTH = 5
"""The press that differs."""
OF_THE_REQUEST = {"public": ("Date",), "players": ("Date", "Set-Cookie")}
"""Headers that differ from one request to the next. The tablet's page has a session."""
TOKEN = re.compile(rb'(data-token="|"token":")[\w-]{43}')
HERE = {"public": None, "players": {"REMOTE_ADDR": "127.0.0.1"}}
"""A tablet on the machine of the pages needs no link."""
OTHER = {"white": "black", "black": "white"}
KINDS = [str(verdict) for verdict in Verdict if verdict not in (Verdict.LEGAL, Verdict.CORRECTED)]
AMENDED = ["unsure, 27d", "27d, 27b-few", "unsure, no-move", "27c-missed, unsure", "unsure, unsure"]
RULED = [*KINDS, *AMENDED]
"""How the press is ruled at once, and then perhaps anew. After a semicolon: after the next press, lever or ruling of the arbiter."""
NOT_RULED = "late"
"""It is not ruled before the next press."""
LOOKS = (1, 2, 3, 5, 7, 8)
"""At these steps everything is looked at: once the press is ruled, at the next press, once that is ruled, and so on."""
NEXT_PRESS, WHILE_DELAYED, END = LOOKS[1], LOOKS[3], LOOKS[-1]
NEXT_GAME = END + 1
"""The next game has begun at the board, and this one is among those that are kept."""
"""`WHILE_DELAYED` is before two minutes are over, or each side has made a move, since the press after the one that differs was ruled."""
SCRIPTS = {
    "answered": [("black", "legal", "10-14"), ("white", "legal", "46-41"), ("black", "legal", "5-10")],
    "handed back by a press": [("black", "no-move", None), ("white", "corrected", "41-37"), ("black", "legal", "10-14")],
    "handed back by the lever": [("lever", "", None), ("white", "corrected", "41-37"), ("black", "legal", "10-14")],
    "restored": [("arbiter", "restore", None), ("white", "legal", "41-37"), ("black", "legal", "10-14")],
    "left to stand": [("arbiter", "stand", None), ("black", "legal", "10-14"), ("white", "legal", "46-41")],
}
"""What comes after the press: who presses or acts, what it is ruled to be, and the move."""


@dataclass
class Hall:
    """The application over one board, as everybody may see it. `look` takes over what the journal has at the time `now_s`."""

    app: object
    board: object
    carry: object
    """Brings the rows of the journal to where the application reads them."""
    open_picture: object
    """Has an arbiter open a picture at the desk, which a hub then asks the board for."""
    now_s: float = 1000.0

    def look(self):
        self.carry()
        self.board.turn()
        self.board.follower.look()

    @property
    def record(self):
        """The record as the public knows it."""
        state = self.board.feed.state
        view = public_view(state) if state.opening else {}
        return [view.get(key) for key in ("moves", "fens", "result", "closed", "on_paper")]


class Stranger:
    """Somebody who asks at every address for that audience, and listens to every stream, from the beginning on."""

    def __init__(self, hall, audience):
        self.app, self.audience = hall.app, audience
        values = {"event": "frysk-kampioenskip", "number": "1", "table": "1", "tournament": "club", "key": "club", "board": hall.board.key}
        paths = sorted(addresses(hall.app, [audience], PICTURES, [""], **values))
        self.asked = {path: create_environ(path, environ_base=HERE[audience]) for path in paths}
        self.streams = {}
        for address in self.asked:
            answer = self._ask(address)
            assert audience == "public" or answer.status_code != 403, address
            if answer.mimetype == STREAM:
                self.streams[address] = answer.response
            else:
                answer.close()

    def heard(self):
        """What each open stream sent since it was read last, up to its next sign of life."""
        return {address: _until_alive(stream) for address, stream in self.streams.items()}

    def seen(self):
        """Status, headers and bytes at each address; of a stream, what a listener hears who comes anew."""
        answers = {}
        for address in self.asked:
            with self._ask(address) as answer:
                body = _until_alive(answer.response) if answer.mimetype == STREAM else answer.data
                headers = sorted(f"{name}: {value}" for name, value in answer.headers if name not in OF_THE_REQUEST[self.audience])
                answers[address] = answer.status_code, *headers, TOKEN.sub(rb"\1TOKEN", body)
        return answers

    def close(self):
        for stream in self.streams.values():
            stream.close()

    def _ask(self, address):
        """The answer. It is quicker than a test client, of which this needs nothing."""
        return Response(*run_wsgi_app(self.app, {**self.asked[address], "wsgi.input": BytesIO()}))


def _until_alive(stream):
    chunks = []
    for chunk in stream:
        chunks.append(chunk)
        if chunk == ALIVE:
            break
    return b"".join(chunks)


class PlayedGame(Game):
    """A game of which one press may be irregular."""

    def __init__(self, folder, kind, script, chance, audience="public"):
        (folder / "drawn").mkdir(parents=True)
        super().__init__(folder)
        self.kind, self.script, self.chance, self.audience = kind, script, chance, audience
        self.before = ""
        """The position before the press that differs."""
        for name in PICTURES:
            self._picture(name)

    def _picture(self, name):
        path = self.folder / name
        path.write_bytes(b"\xff\xd8" + name.encode() + b"\xff\xd9")
        os.utime(path, ns=(S, S))

    def append(self, event):
        if isinstance(event, OfCommand):
            event = structs.replace(event, command=token_hex(16))  # which no two games have alike
        self.journal.append(event, max(self.t_ns, getattr(event, "t_ns", 0)))

    def steps(self):
        """Write the game: a list of rows that the public sees at once, and then one of those that belong to it, step by step.

        Only the second ones may differ between two games of a script before the records do.
        """
        pair = club().state.rounds[0].games[0]
        self.open(event=EVENT, round="1", board="1", white=pair.white, black=pair.black)
        self._picture(PICTURES[0])
        for side, move in OPENING:
            yield [self._pressed(side)], [self._moved(side, "legal", move)]
        at_once, owed = self._differing()
        yield [self._pressed("white")], [] if self.kind == NOT_RULED else [*at_once, *self._told(FIFTH)]
        for side, what, move in SCRIPTS[self.script]:
            if side == "arbiter":
                yield owed, [self._ruled(what)]
            elif side == "lever":
                yield [TurnHandedBack(self._later(), "white", self.left["white"], self.left["black"])], owed
            else:
                yield [self._pressed(side)], [*owed, self._moved(side, what, move)]
            owed = []
        yield [SessionClosed(self._later(), "1-0")], []

    def _later(self):
        self.t_ns += STEP_S * S
        return self.t_ns

    def _pressed(self, side):
        self.seq += 1
        self.left[side] -= S * self.seq
        return Pressed(self.seq, self._later(), side, self.left["white"], self.left["black"], OTHER[side])

    def _moved(self, side, verdict, move):
        if move:
            own, (start, end) = (self.white if side == "white" else self.black), map(int, move.split("-"))
            if start in own:
                own.remove(start)
                own.add(end)
        return Ruled(self.seq, side, verdict, move, self.fen(OTHER[side][0].upper()), 0.99, drawn=f"drawn/{self.seq:04}.jpg")

    def _differing(self):
        """The rulings on the press that differs, those at once and those later: the last one stands.

        The board is then as they say, unless it is handed back.
        """
        kinds = ["27d"] if self.kind == NOT_RULED else re.split("[,;] ", self.kind)
        self.before = self.fen("B")
        after = {kind: _after(kind, self) for kind in kinds}
        rulings = [
            Ruled(
                FIFTH,
                "white",
                kind,
                "41-37" if kind in ("27b-few", "27b-many", "27c-missed", "27c-wrong", "17", "uncrowned") else None,
                after[kind],
                0.9,
                alerts=(Alert(kind, "27", (41, 27), kind, side="white", before=self.before, after=after[kind]),),
                drawn=f"drawn/{FIFTH:04}.jpg",
                straight=(f"drawn/{FIFTH - 1:04}-after.jpg", f"drawn/{FIFTH:04}-after.jpg"),
            )
            for kind in kinds
        ]
        rows = [rulings[0], *(structs.replace(ruling, amends=True, drawn=f"drawn/{FIFTH:04}-after.jpg") for ruling in rulings[1:])]
        at_once = 0 if self.kind == NOT_RULED else self.kind.partition(";")[0].count(",") + 1
        return rows[:at_once], rows[at_once:]

    def _told(self, seq):
        """Some rows of which only the arbiter learns, in any order."""
        at_ns, (white, black) = self.t_ns + S, self.left.values()
        corners = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
        alert = Alert("off-centre", "25", (7,), "A piece stands badly.")
        rows = [
            Alerted(at_ns, (alert,)),
            AlertSeen(at_ns, "Anke", "1-0"),
            PlayerSaid(at_ns, seq, "black", "arbiter-called", white, black, (alert,)),
            WritingSuspended(at_ns, seq, "white", "Anke", white, black),
            CameraFault(at_ns, "covered", "frames/0005.jpg", "covered", (alert,)),
            CameraRestored(at_ns, "frames/0005.jpg"),
            BoardFound(at_ns, corners, "frames/0005.jpg", f"drawn/{seq:04}-after.jpg"),
            BoardMoved(at_ns, 1.0, 1.0, 0.0, corners, "frames/0004.jpg", "frames/0005.jpg"),
        ]
        if self.audience == "public":  # the tablet shows it
            rows.append(PlayerSaid(at_ns, seq, "black", "draw-offered", white, black))
        return self.chance.sample(rows, self.chance.randrange(len(rows) + 1))

    def _ruled(self, ruling):
        fen = self.before.replace("B:", "W:", 1) if ruling == "restore" else self.fen("B")
        return Arbitrated(self._later(), FIFTH, ruling, "Anke", fen)


def _after(kind, game):
    """A position after White's press that may be ruled so."""
    white, black = set(game.white), set(game.black)
    match kind:
        case "27d":
            white = white - {41} | {27}
        case "27a":
            black = black - {23} | {24}
        case "27b-many":
            white, black = white - {41} | {37}, black - {1}
        case "jumbled":
            white, black = white - {41, 42, 43} | {21, 22, 26}, black - {1, 2, 3} | {25, 30}
        case "no-move" | "turned":
            pass
        case _:
            white = white - {41} | {37}
    listed = (",".join(map(str, sorted(squares))) for squares in (white, black))
    return "B:W{}:B{}".format(*listed)


@cache
def club():
    """A published event, of which a game is played at the board."""
    event = InMemory("A", "anna", "bate", "cor", name=EVENT)
    event.pair()
    game = event.state.rounds[0].games[0]
    event.put(BoardsGiven(1, (GameAtBoard(game.white, game.black, "7"),)))
    event.put(settled(event.state.settled, "names"))
    return event


@contextmanager
def hall_of(folder, delay, *, is_hub):
    """The application over a board with its games in the folder `board`; at a hub over the mirror of them."""
    hall = Hall(None, None, lambda: None, lambda: None)
    (folder / "events").mkdir()
    club().write(folder / "events" / "club")
    state = folder / "venue" / "7" if is_hub else folder / "board"
    state.mkdir(parents=True, exist_ok=True)
    mirror = Mirrored(state, folder / "board", hall) if is_hub else None
    if mirror:
        mirror.carry()
    late = parse_delay(delay)
    boards = Boards.of_states([], folder / "venue", delay=late) if is_hub else Boards.lone_of_state(state, delay=late)
    board = boards.first
    alive = state / ALIVE_NAME if is_hub else None
    board.follower = Follower(board.follower.path, lambda: hall.now_s, delay=late, alive=alive)
    board.feed, board.desk = Feed(board.follower, shows_pictures=board.feed.shows_pictures), DeskFeed(board.follower)
    app = create_app(boards, follow=False, sign_in=replace(admitting(folder), events=folder / "events"))
    app.extensions[GAMES].now_s = lambda: hall.now_s
    hall.app, hall.board = app, board
    if mirror:
        hall.carry, hall.open_picture = mirror.carry, mirror.open_picture
    try:
        yield hall
    finally:
        board.follower.close()
        if mirror:
            mirror.close()


class Mirrored:
    """The mirror of the board in the folder `board`, at the hub in its state folder `state`."""

    def __init__(self, state, board, hall):
        self.hall, self.journal, self.number, self.row = hall, board / GAMES_FOLDER / "0001" / JOURNAL_NAME, 0, 0
        clock = HubClock(lambda: round(self.hall.now_s * S), lambda: round(self.hall.now_s * 1000))
        self.state, self.posted = state, []
        self.mirror = MirroredBoard("7", state, "hub", lambda message: self.posted.append(message) or True, clock)

    def open_picture(self):
        """Have an arbiter open the picture of the last move on the record, which the public views name."""
        want_picture(self.state, "0001", OF_THE_LAST_MOVE)

    def carry(self):
        """Send the rows that came, a pulse, and the pictures that the hub asks for: of presses and alerts, and those that were opened."""
        rows, checksum = [], b""
        if self.journal.exists():
            with JournalRows(self.journal) as journal:
                checksum = journal.checksum(self.row)
                rows = journal.after(self.row, checksum)
        if self.row == 0:
            self._pulse(0, b"")
        if rows:
            self.mirror.take(Rows("m1", "0001", tuple(rows)))
            self.row, checksum = rows[-1].row_id, rows[-1].checksum
        self._pulse(self.row, checksum)
        self.mirror.look()
        for wanted in self.posted:
            if isinstance(wanted, PicturesWanted):
                for name in wanted.names:
                    path = self.journal.parent / name
                    self.mirror.take(Picture("m1", wanted.game, name, path.read_bytes() if path.exists() else b""))
                    if path.exists():
                        os.utime(self.state / GAMES_FOLDER / wanted.game / name, ns=(S, S))
        self.posted.clear()

    def _pulse(self, row, checksum):
        self.number += 1
        t_ns = round(self.hall.now_s * S)
        self.mirror.take(Pulse("m1", "b1", self.number, t_ns, t_ns // 10**6, True, "0001", LastRow(row, checksum), 1000 * S))

    def close(self):
        self.mirror.close()


@dataclass
class Moment:
    """What there is for the public at one moment of a game."""

    step: int
    """The steps since the press that differs was made; a step is what the public sees at once, or what only the arbiter sees of it."""
    record: list
    """The record as the public knows it."""
    heard: dict
    """What each open stream has sent since the last moment, signs of life aside."""
    seen: dict
    """What is at each address."""


def moments(folder, kind, script, delay="", *, is_hub=False, audience="public"):
    """Play a game in the folder, which may hold an earlier one: its paths are part of some headers. The moments of LOOKS.

    At last the next game begins, but at a hub.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    game = PlayedGame(folder / "board" / GAMES_FOLDER / "0001", kind, script, random.Random(f"{kind} {script} {delay}"), audience)
    with closing(game.journal), hall_of(folder, delay, is_hub=is_hub) as hall:
        steps = (rows for both in game.steps() for rows in both)
        begun_s, stranger, heard = hall.now_s, None, []
        for step, rows in enumerate(steps, -2 * len(OPENING)):
            hall.now_s = begun_s + game.t_ns // S + step % 2 * READ_AFTER_S
            hall.look()
            stranger = stranger or Stranger(hall, audience)
            heard.append(stranger.heard())
            for row in rows:
                game.append(row)
                hall.look()
                heard.append(stranger.heard())
            if step == 1 and kind != NOT_RULED:
                hall.open_picture()
            if step in LOOKS:
                told = {address: b"".join(part[address] for part in heard).replace(ALIVE, b"") for address in heard[0]}
                yield Moment(step, hall.record, told, stranger.seen())
            if step >= 0:
                heard = []
        if not is_hub:
            yield next_game(folder, hall, stranger)
        stranger.close()


def next_game(folder, hall, stranger):
    """The moment once the next game has begun."""
    game = PlayedGame(folder / "board" / GAMES_FOLDER / "0002", "", "", None)
    with closing(game.journal):
        game.open(event=EVENT, round="2", board="1")
        game._picture(PICTURES[0])
        hall.now_s += STEP_S
        hall.look()
        assert hall.board.follower.followed.parent.name == "0002"
        hall.look()
        told = {address: sent.replace(ALIVE, b"") for address, sent in stranger.heard().items()}
        return Moment(NEXT_GAME, hall.record, told, stranger.seen())


def compare(folder, kinds, script, delay="", *, is_hub=False, until=NEXT_GAME, audience="public", as_kind=NOT_RULED):
    """Play the script with each of these kinds; fails where the audience can tell them apart before their records differ.

    The last moment, `until` that step at most, at which the record was as that of a press of the kind `as_kind`, for each kind.
    """
    of_hall = {"is_hub": is_hub, "audience": audience}
    first = [moment for moment in moments(folder, as_kind, script, delay, **of_hall) if moment.step <= until]
    alike = {}
    for kind in kinds:
        with closing(moments(folder, kind, script, delay, **of_hall)) as others:
            for one, other in zip(first, others, strict=False):
                if one.record != other.record:
                    break
                assert differences(one, other) == {}, (kind, script, one.step)
                alike[kind] = one.step
    return alike


def differences(one, other):
    """What differs between two moments, by its address."""
    parts = [(one.heard, other.heard), (one.seen, other.seen)]
    return {address: (left[address], right[address]) for left, right in parts for address in left if left[address] != right[address]}


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    monkeypatch.setattr("hub.feeds.watched.LOOK_S", 0.0)
    monkeypatch.setattr("link.board_socket.STATUS_WITHIN_S", 0.0)
    monkeypatch.setattr("hub.feeds.follower.written_ago_s", lambda _journal: 0.0)  # the files of a test are written at one moment


@pytest.mark.parametrize("kinds", [RULED[::2], RULED[1::2]])
def test_the_public_cannot_tell_an_irregular_press_from_one_that_is_being_read(tmp_path, kinds):
    alike = compare(tmp_path / "hall", kinds, "answered", until=NEXT_PRESS)
    assert alike == dict.fromkeys(kinds, NEXT_PRESS)


@pytest.mark.parametrize("script", SCRIPTS)
def test_nor_as_long_as_the_records_are_the_same_however_it_is_settled(tmp_path, script):
    alike = compare(tmp_path / "hall", ["27b-many", "27d, 27b-few", "unsure; 27d"], script)
    assert min(alike.values()) >= (NEXT_GAME if "handed back" in script else NEXT_PRESS)


@pytest.mark.parametrize(
    ("delay", "is_hub", "script", "kind"),
    [
        ("", True, "handed back by a press", "27c-missed"),
        ("1 move", True, "handed back by the lever", "27d"),
        ("1 move", False, "handed back by a press", "unsure, 27d"),
        ("2m", False, "handed back by the lever", "27a"),
        ("2m", True, "handed back by a press", "27d; 27b-few"),
        ("1 move", True, "answered", "uncrowned"),
        ("1 move", False, "left to stand", "27b-many"),
        ("2m", True, "answered", "27c-missed; unsure"),
        ("2m", True, "left to stand", "27d, 27b-few"),
        ("2m", False, "restored", "27c-wrong"),
    ],
)
def test_nor_at_a_hub_nor_with_a_delay(tmp_path, delay, is_hub, script, kind):
    """Where the press stands the record differs, to the public as much later as the delay is."""
    last = WHILE_DELAYED if script in ("answered", "left to stand") else END
    assert compare(tmp_path / "hall", [kind], script, delay, is_hub=is_hub)[kind] >= last


@pytest.mark.parametrize(("script", "is_hub"), [("answered", False), ("handed back by a press", True), ("left to stand", False)])
def test_nor_do_players_at_the_tablet_see_whether_a_press_is_irregular_or_was_not_read(tmp_path, script, is_hub):
    """Outside regulation C. They are asked for the move of either until the turn is handed back."""
    kinds = ["27b-many", "27d, 27b-few", "unsure, 27d"]
    alike = compare(tmp_path / "hall", kinds, script, is_hub=is_hub, until=NEXT_PRESS, audience="players", as_kind="unsure")
    assert alike == dict.fromkeys(kinds, NEXT_PRESS)
