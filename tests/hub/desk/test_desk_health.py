"""The health of a board at the desk, who sees the whole picture, and the corners that an arbiter points at, in a real browser too."""

import json
import re
import threading
import time
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from hub.app import create_app
from hub.boards.board import Boards
from link.boot import boot_id
from link.camera_view import ABOUT_NAME, PICTURE_NAME
from link.messages import ViewWanted
from pi.checks.camera_view import CameraView
from pi.reading.live_reader import Begun
from record.decisions.commands import FindBoard
from record.decisions.outcome import OBEYED
from record.events.of_game import Ruled
from record.telling.remarks import read_again, unread_squares
from tests.hub.arbiters import LAPTOP, admit, sees
from tests.hub.desk.conftest import FRAMES
from tests.support.axe import violations
from tests.support.signing import admitting, client_of
from tests.support.waiting import wait_until
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import read_picture
from vision.watching.fault_phrases import PictureSays

CORNERS = [[10, 90], [90.5, 90], [90, 10], [10, 10]]
SEEN = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}


@pytest.fixture
def app(game):
    boards = Boards.lone(game.folder / "journal.jsonl", state=game.folder)
    game.open()
    yield create_app(boards, sign_in=admitting(game.folder), follow=False)
    boards.stop()


@pytest.fixture
def desk(app):
    return client_of(app)


@pytest.fixture
def told(game, monkeypatch, tell_status):
    """Tells the service's status, and writes the camera's picture, two seconds before the desk asks."""

    def write(*, whole=False):
        now_ns = time.monotonic_ns()
        monkeypatch.setattr("hub.desk.health.time", SimpleNamespace(monotonic_ns=lambda: now_ns))
        stamp = {"boot": boot_id(), "t_ns": now_ns - 2 * 10**9}
        disk, light = ({"name": name, "level": "ok", "seen": "well", "do": ""} for name in ("disk", "light"))
        tell_status(game.folder, disk, light, t_ns=stamp["t_ns"], board="board-3", phase="playing")
        view = {**stamp, "age_ms": 120, "width": 1280, "height": 960, "whole": whole, "corners_px": CORNERS, "checks": [SEEN]}
        (game.folder / ABOUT_NAME).write_text(json.dumps(view))
        (game.folder / PICTURE_NAME).write_bytes(b"\xff\xd8\xff\xd9")

    return write


def shown(client, path="health"):
    """What the parts tell: the text of each, and the picture's data."""
    soup = BeautifulSoup(client.get(f"/desk/1/{path}").text, "html.parser")
    texts = {part["id"]: " ".join(part.text.split()) for part in soup.find_all(recursive=False)}
    view = soup.select_one("#camera-view")
    camera = {name.removeprefix("data-"): json.loads(value) for name, value in view.attrs.items() if name.startswith("data-")}
    return texts | {"checks": [(line["data-level"], line.b.text, line.span.text) for line in soup.select("#checks li")], "camera": camera}


def test_it_tells_what_the_service_tells_and_asks_for_the_picture_which_is_whole_for_arbiters_alone(app, desk, game, told, tell_status):
    told()
    game.move("white", 32, 28)
    health = shown(desk)
    assert health["heard"] == "The service at the board was heard 2 s ago."
    assert health["checks"] == [("ok", "Disk: in order", "well"), ("warn", "Light: look at it", "dim; turn more light on")]
    assert re.fullmatch(r"Last press: 1, White, 0:00:\d\d ago", health["last-press"])
    assert health["camera"] == {"width": 1280, "height": 960, "corners": CORNERS}
    assert health["seen-says"] == "0.1 s old. The board alone is shown. This picture is not kept."
    assert wait_until(lambda: tell_status.wanted(game.folder)) == ViewWanted()
    with desk.get("/desk/1/camera") as seen:
        assert (seen.mimetype, seen.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    told(whole=True)
    for name, whole, status in (("Anke", True, 200), ("Durk", False, 404)):
        client = client_of(app, name)
        health = shown(client, "health?whole")
        assert bool(health["camera"]) == (status == 200) == ("The whole picture" in health["seen-says"])
        wait_until(lambda whole=whole: tell_status.wanted(game.folder) == ViewWanted(whole))
        with client.get("/desk/1/camera") as seen:
            assert seen.status_code == status


def test_of_a_silent_board_nothing_is_known_but_the_squares_of_which_nothing_is_seen_until_they_are_seen_again(desk, game):
    assert shown(desk) == {
        "heard": "The service at the board says nothing.",
        "last-press": "Nobody has pressed yet.",
        "unread": "",
        "camera-view": "",
        "seen-says": "No picture of the camera.",
        "checks": [],
        "camera": {},
    }
    assert desk.get("/desk/1/camera").status_code == 404
    game.move("white", 32, 28)

    def rule(side, alert):
        game.press(side)
        game.journal.append(Ruled(game.seq, side, "unsure", None, game.fen("B"), 0.5, (alert,)), game.t_ns)

    rule("black", unread_squares((4, 36), 1, "en"))
    unseen = "Nothing has been seen of square {} since press 1."
    assert shown(desk)["unread"] == f"{unseen.format(4)} {unseen.format(36)}"
    rule("white", read_again((4,), 3, "en"))
    assert shown(desk)["unread"] == unseen.format(36)


@pytest.mark.parametrize(
    ("corners", "answer", "says"),
    [
        (CORNERS, OBEYED, '<p id="found" role="status" data-found>The board is found.</p>'),
        (None, PictureSays.BLACK.said(), f'<p id="found" role="status">Not found: <span lang="en">{PictureSays.BLACK.said()}</span></p>'),
        (None, "it is dark", '<p id="found" role="status">Not found: <span lang="en">it is dark</span></p>'),
    ],
)
def test_the_service_looks_where_it_is_pointed_at_and_says_what_came_of_it(desk, game, service, monkeypatch, corners, answer, says):
    asked = []
    monkeypatch.setattr(service, "answer", lambda word: asked.append(word) or answer)
    row = game.journal.last_id
    assert desk.post("/desk/1/find", json={"corners_px": corners}).text == says
    (word,) = asked
    assert isinstance(word, FindBoard)
    assert (word.by, word.corners_px and [list(point) for point in word.corners_px]) == ("Anke", corners)
    assert game.journal.last_id == row, "nothing of it is on record"


@pytest.mark.parametrize(
    "corners", [[], CORNERS[:3], [[1, 2], [3, 4], [5, 6], [7]], [["a", 1]] * 4, [[-1, 0]] * 4, [[1e9, 0]] * 4, [[float("nan"), 0]] * 4, 7]
)
def test_what_are_no_four_corners_is_refused(desk, why, corners):
    answer = desk.post("/desk/1/find", data=json.dumps({"corners_px": corners}))
    assert (answer.status_code, why()) == (400, "NotFound.no-corners")


LIES = [(232.0, 582.0), (709.7, 611.0), (714.6, 148.5), (274.1, 134.9)]
"""The corners of the board in that picture, in pixels."""


@pytest.fixture
def words(game, service, monkeypatch):
    """What the service is asked. It finds the board at given corners alone, and shows the camera's picture as it is asked to."""
    game.open()
    ring = Ring(wait_s=0.0)
    frame = Frame("", time.monotonic_ns(), read_picture(FRAMES / "0007.jpg"))
    ring.add(frame)
    view = CameraView(game.folder, ring, time.monotonic_ns, time.monotonic_ns, lambda: service.socket.report(ViewWanted))
    heard, ended = [], threading.Event()
    view.hear(Begun(frame, Geometry.from_corners(10, LIES, (960, 720)), False))
    monkeypatch.setattr(service, "answer", lambda word: heard.append(word) or (OBEYED if word.corners_px else "the board is covered"))

    def show():
        while not ended.wait(0.02):
            view.update()
        view.close()

    showing = threading.Thread(target=show)
    showing.start()
    yield heard
    ended.set()
    showing.join()


@pytest.fixture
def server(serve, game, words):
    return serve(game.folder, *admit(game.folder), "--of", str(game.folder))


def point(page, number, corner):
    """Click at that corner, given in the camera's pixels."""
    box = page.locator("#camera").bounding_box()
    page.mouse.click(*(start + place * box["width"] / 960 for start, place in zip((box["x"], box["y"]), corner, strict=True)))
    sees(page, {"#corners circle": number})


def asks_until(page, shows):
    """The page asks each three seconds, and also when somebody comes back to it."""

    def comes_back():
        with page.expect_response(re.compile("/desk/1/health")):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        return shows in page.locator("#seen-says").text_content()

    wait_until(comes_back)


def test_the_board_is_seen_and_found_where_it_is_pointed_at(open_desk, words):
    page = open_desk(LAPTOP)
    page.get_by_role("heading", name="Board and camera").click()
    asks_until(page, "The board alone is shown")
    sees(page, {"#camera": True, "#corners polygon": 1, ".checks": re.compile("Light: in order")})
    page.get_by_role("button", name="Find the board again").click()
    sees(page, {"#found": "Not found: the board is covered"})

    page.get_by_role("button", name="Point at the corners").click()
    asks_until(page, "The whole picture is shown")
    sees(page, {"#pointing": re.compile("lower left corner")})
    page.locator("#camera").scroll_into_view_if_needed()
    for number, corner in enumerate(LIES[:3], 1):
        point(page, number, corner)
    sees(page, {"#pointing": "Now the upper left one."})
    for key in ["ArrowLeft"] * 3 + ["Shift+ArrowUp"] * 3 + ["ArrowUp"] * 2 + ["Enter"]:
        page.keyboard.press(key)
    page.get_by_role("button", name="Look here").click()
    sees(page, {"#found": "The board is found.", "#pointing": ""})

    assert violations(page, "#health") == []
    unpointed, pointed = words
    assert unpointed == FindBoard("Anke", None)
    assert pointed.corners_px[3] == (480 - 3 * 16, 360 - 3 - 2 * 16)
    for seen, meant in zip(pointed.corners_px[:3], LIES, strict=False):
        assert max(abs(one - other) for one, other in zip(seen, meant, strict=True)) < 4
