"""A game in a frame on another site, and the overlay for a video."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from record.events.of_game import SessionClosed


@pytest.fixture
def client(game):
    app = create_app(Boards.lone(game.folder / "journal.sqlite"), follow=False)
    game.open()
    game.move("white", 32, 28)
    app.extensions[BOARDS].first.feed.look()
    yield app.test_client()
    app.extensions[BOARDS].first.feed.close()


@pytest.fixture
def club(server):
    """A club's page, at another origin, with the game in a frame."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<title>Club</title><iframe title="game" src="{server.url}embed/1" width="360" height="600">'.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        threading.Thread(target=site.serve_forever).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


def test_that_page_alone_may_be_framed(client):
    assert "frame-ancestors *;" in client.get("/embed/1").headers["Content-Security-Policy"]
    for path in ("/", "/board/1", "/overlay/1", "/before", "/embed/2", "/state"):
        assert "frame-ancestors 'none';" in client.get(path).headers["Content-Security-Policy"], path


def test_unknown_boards_have_no_page(client):
    assert client.get("/embed/2").status_code == client.get("/overlay/none").status_code == 404


@pytest.mark.parametrize(
    ("options", "hidden"),
    [
        ("", []),
        ("?board=0", ["board"]),
        ("?board=0&clocks=0&names=0", ["black", "white", "board", "clock", "name"]),
        ("?move=0&size=300&flip=1", ["move"]),
    ],
)
def test_the_overlay_has_what_the_address_asks_for(client, options, hidden):
    page = client.get(f"/overlay/1{options}").text
    found = re.findall(r'<\w+ (?:class="(?:player|move)" id|class|id)="(\w+)"[^>]* hidden>', page)
    assert sorted(set(found)) == sorted(hidden)
    assert f'data-size="{300 if "size" in options else 720}"' in page
    assert ("data-flipped" in page) == ("flip=1" in options)


@pytest.mark.parametrize("options", ["board=2", "clocks=", "size=", "size=0", "size=99999", "size=1e3", "size=²00", "flip=yes"])
def test_an_address_that_asks_for_what_cannot_be_is_told_so(client, options):
    answer = client.get(f"/overlay/1?{options}")
    assert answer.status_code == 400
    assert f"{options} stands in the address" in answer.text


def test_a_club_shows_the_game_on_its_own_site(browser, server, game, club):
    game.open()
    page = browser.new_page()
    page.goto(club)
    frame = page.frame_locator("iframe")
    expect(frame.locator("#status")).to_have_text("Live")
    game.move("white", 32, 28)
    expect(frame.locator('[data-square="28"]')).to_have_attribute("data-piece", "white-man")
    frame.get_by_role("button", name="A move back").click()
    expect(frame.locator("#shown")).to_have_text("Start position")
    assert frame.locator("html").evaluate("(html) => html.scrollWidth <= html.clientWidth"), "nothing is cut off at the side"
    page.close()


DOCUMENTED = re.compile(r'<iframe src="[^"]*/embed/KEY" width="(\d+)" height="(\d+)"')
LONG = {
    "white": "Anne-Sjoukje van der Meulen-Hoekstra-Terpstra",
    "black": "Willem Jan Bartholomeus van Blankenstein-Oosterhuis",
    "event": "Frysk! SuperBlitz Arena, Iepen Frysk Kampioenskip",
    "round": "3",
    "board": "12",
    "site": "Ljouwert, Aldehou",
}
CUT_OFF = """() => [...document.querySelectorAll("body *:not(.unseen, .unseen *, svg *)")].filter((one) => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  return width && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || one.scrollWidth > Math.ceil(width) + 1);
}).map((one) => one.outerHTML)"""
"""JavaScript that lists what sticks out of the window or of its own element."""


@pytest.mark.parametrize("lang", ["en", "nl", "fy"])
def test_a_frame_of_the_documented_size_shows_everything(browser, server, game, lang):
    """With the longest names, and then with the result and its reason below."""
    width, height = map(int, DOCUMENTED.search(Path("docs/organiser/broadcast.md").read_text()).groups())
    game.open(**LONG)
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{server.url}embed/1?lang={lang}")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    for board_px in (300, 250):
        expect(page.locator("#white .name")).to_have_text(LONG["white"])
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
        assert page.locator("#board").bounding_box()["height"] >= board_px
        game.journal.append(SessionClosed(game.t_ns, "1-0", "20.2"), game.t_ns)
        expect(page.locator("#why")).not_to_be_empty()
    page.close()


def test_the_overlay_follows_and_lets_the_film_through(browser, server, game):
    game.open()
    page = browser.new_page(viewport={"width": 500, "height": 600})
    page.goto(f"{server.url}overlay/1?size=400")
    expect(page.locator("#move")).to_have_text("Start position")
    game.move("white", 32, 28)
    expect(page.locator("#move")).to_have_text("1. 32-28")
    expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
    expect(page.locator("#black .time")).to_have_text(re.compile(r"1:(20:00|19:\d\d)"))
    assert page.locator("#board").bounding_box()["width"] == 400
    seen = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert seen[:, 450:, 3].max() == 0, "beside it all is transparent"
    assert seen[60:300, 20:380, 3].min() == 255, "the board is not"
    page.close()
