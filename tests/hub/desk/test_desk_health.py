"""The health of a board at the desk, access to the whole picture, and the corners that an arbiter points at."""

import json
import threading
import time

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.boards.camera_view import ABOUT_NAME, PICTURE_NAME, asked
from hub.boards.readiness import REPORT_NAME, VERSION, boot_id
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import FindBoard
from record.events.of_game import Ruled
from record.telling.remarks import read_again, unread_squares
from vision.watching.fault_phrases import PictureSays

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
CORNERS = [[10, 90], [90.5, 90], [90, 10], [10, 10]]
SEEN = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}


@pytest.fixture
def app(game):
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    accounts.put(Account("Durk", Role.OPERATOR, KEPT))
    boards = Boards.lone(game.folder / "journal.sqlite", report=game.folder / REPORT_NAME)
    game.open()
    yield create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    boards.first.feed.close()
    boards.first.desk.close()


def signed_in(app, name):
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": name, "password": PASSWORD, "token": session["token"]})
        client.get("/login")
        client.environ_base |= {"HTTP_X_TOKEN": session["token"], "HTTP_ACCEPT": "application/json"}
    return client


@pytest.fixture
def desk(app):
    return signed_in(app, "Anke")


@pytest.fixture
def told(game):
    """Writes the service's report and the camera's picture."""

    def write(*, whole=False):
        stamp = {"boot": boot_id(), "t_ns": time.monotonic_ns() - 2 * 10**9}
        disk, light = ({"name": name, "level": "ok", "seen": "well", "do": ""} for name in ("disk", "light"))
        report = {**stamp, "version": VERSION, "board": "board-3", "phase": "playing", "checks": [disk, light]}
        view = {**stamp, "age_ms": 120, "width": 1280, "height": 960, "whole": whole, "corners_px": CORNERS, "checks": [SEEN]}
        (game.folder / REPORT_NAME).write_text(json.dumps(report))
        (game.folder / ABOUT_NAME).write_text(json.dumps(view))
        (game.folder / PICTURE_NAME).write_bytes(b"\xff\xd8\xff\xd9")

    return write


def test_it_tells_what_the_service_tells_and_asks_for_the_picture(desk, game, told):
    told()
    game.move("white", 32, 28)
    health = desk.get("/desk/1/health").json
    assert (health["board"], health["phase"], 2 <= health["heard_ago_s"] < 10) == ("board-3", "playing", True)
    assert [(check["name"], check["level"]) for check in health["checks"]] == [("disk", "ok"), ("light", "warn")]
    assert (health["last_press"]["seq"], health["last_press"]["side"], health["last_press"]["ago_s"] < 60) == (1, "white", True)
    assert health["camera"] == {"age_ms": 120, "width": 1280, "height": 960, "whole": False, "corners_px": CORNERS}
    assert asked(game.folder) == "board"
    with desk.get("/desk/1/camera") as seen:
        assert (seen.mimetype, seen.headers["Cache-Control"]) == ("image/jpeg", "no-store")


def test_squares_of_which_nothing_is_seen_are_told_until_they_are_seen_again(desk, game):
    game.move("white", 32, 28)

    def rule(side, alert):
        game.press(side)
        game.journal.append(Ruled(game.seq, side, "unsure", None, game.fen("B"), 0.5, (alert,)), game.t_ns)

    rule("black", unread_squares((4, 36), 1, "en"))
    assert desk.get("/desk/1/health").json["unread"] == [{"square": 4, "since": 1}, {"square": 36, "since": 1}]
    rule("white", read_again((4,), 3, "en"))
    assert desk.get("/desk/1/health").json["unread"] == [{"square": 36, "since": 1}]


def test_of_a_silent_board_nothing_is_known(desk):
    health = desk.get("/desk/1/health").json
    assert health == {"phase": "silent", "board": "", "heard_ago_s": None, "last_press": None, "unread": [], "checks": [], "camera": None}
    assert desk.get("/desk/1/camera").status_code == 404


def test_all_that_the_camera_sees_is_for_arbiters(app, game, told):
    told(whole=True)
    for name, wants, sees in (("Durk", "board", 404), ("Anke", "whole", 200)):
        client = signed_in(app, name)
        health = client.get("/desk/1/health?whole").json
        assert (asked(game.folder), health["camera"] is not None) == (wants, sees == 200)
        with client.get("/desk/1/camera") as seen:
            assert seen.status_code == sees


class Finder(threading.Thread):
    """A service that is asked to find the board, and gives the set answer."""

    def __init__(self, journal, answer):
        super().__init__(daemon=True)
        self.journal, self.answer, self.got = journal, answer, None
        self.ready = threading.Event()

    def run(self):
        with Inbox(self.journal) as inbox:
            self.ready.set()
            until = time.monotonic() + 10
            while self.got is None and time.monotonic() < until:
                for number, word in inbox.take():
                    self.got = word
                    inbox.answer(number, self.answer)
                time.sleep(0.02)


@pytest.mark.parametrize(
    ("corners", "answer", "says"),
    [
        (CORNERS, OBEYED, {"found": True, "why": ""}),
        (None, PictureSays.BLACK.said(), {"found": False, "why": "the picture is black", "lang": "en"}),
        (None, "the picture is black", {"found": False, "why": "the picture is black", "lang": "en"}),
    ],
)
def test_the_service_looks_where_it_is_pointed_at_and_says_what_came_of_it(desk, game, corners, answer, says):
    finder = Finder(game.folder / "journal.sqlite", answer)
    finder.start()
    finder.ready.wait(10)
    row = game.journal.last_id
    assert desk.post("/desk/1/find", json={"corners_px": corners}).json == says
    finder.join(10)
    assert isinstance(finder.got, FindBoard)
    assert (finder.got.by, finder.got.corners_px and [list(point) for point in finder.got.corners_px]) == ("Anke", corners)
    assert game.journal.last_id == row, "nothing of it is on record"


@pytest.mark.parametrize(
    "corners", [[], CORNERS[:3], [[1, 2], [3, 4], [5, 6], [7]], [["a", 1]] * 4, [[-1, 0]] * 4, [[1e9, 0]] * 4, [[float("nan"), 0]] * 4, 7]
)
def test_what_are_no_four_corners_is_refused(desk, corners):
    answer = desk.post("/desk/1/find", data=json.dumps({"corners_px": corners}))
    assert (answer.status_code, answer.json) == (400, {"error": "Four corners in pixels were expected.", "lang": "en"})


def test_operators_do_not_look_for_boards_and_strangers_see_none(app, told):
    told()
    assert signed_in(app, "Durk").post("/desk/1/find", json={}).status_code == 403
    stranger = app.test_client()
    for address in ("health", "camera"):
        assert stranger.get(f"/desk/1/{address}", headers={"Accept": "application/json"}).status_code == 401
