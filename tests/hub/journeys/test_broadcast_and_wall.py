"""A hall that shows its games: before the round, on the wall, over many boards, on a club's own site, and over a film."""

import re
import shutil
import threading
from pathlib import Path
from urllib.parse import urlencode

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Alerted, ClockStopped, SessionClosed
from record.store.folder import ALIVE_NAME
from rules.pdn.tags import MAX_TAG_LENGTH
from tests.hub.arbiters import admit, sign_in
from tests.support.other_site import site_of
from tests.support.waiting import wait_until

LOW, LARGE = 500, 20
"""The height of a low window in pixels, and the boards of a large hall."""
SIZES = ((1440, 900), (390, 844), (360, 640), (1366, LOW))
CAMERA = {"name": "camera", "level": "ok", "seen": "pictures come", "do": ""}
START = {"name": "start", "level": "fail", "seen": "square 3: a black man expected, none seen", "do": "set the pieces up"}
LONG = {
    "white": "Anne-Sjoukje van der Meulen-Hoekstra-Terpstra",
    "black": "Willem Jan Bartholomeus van Blankenstein-Oosterhuis",
    "event": "Frysk! SuperBlitz Arena, Iepen Frysk Kampioenskip",
    "round": "3",
    "board": "12",
    "site": "Ljouwert, Aldehou",
}
NAMES = {"white": LONG["white"], "black": LONG["black"]}
LEADS_TO = """(board) => {
  const { left, top, width, height } = board.getBoundingClientRect();
  const steps = Array.from({ length: 19 }, (_step, number) => (number + 0.5) / 19);
  const points = steps.flatMap((across) => steps.map((down) => [left + across * width, top + down * height]));
  return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.getAttribute("href") === "/board/3").length;
}"""
"""JavaScript that counts at how many of 361 points of a board a click goes to board 3."""
CUT = """() => [...document.querySelectorAll(".name")].flatMap((name) => {
  const broken = [...name.textContent.matchAll(/[^ -]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(name.firstChild, index);
    range.setEnd(name.firstChild, index + word.length);
    return range.getClientRects().length > 1;
  });
  return [...broken.map(([word]) => word), ...(name.scrollHeight > name.clientHeight ? [name.textContent] : [])];
})"""
"""JavaScript that lists the words of names that are broken over two lines, and the names that are cut off."""
WHOLE = """() => [...document.querySelectorAll(".tile:not([hidden])")].every((tile) => {
  const { top, bottom, right } = tile.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && right <= innerWidth && tile.scrollWidth <= tile.clientWidth
    && tile.querySelector(".board").getBoundingClientRect().width >= 180;
})"""
"""JavaScript that tells whether all tiles are seen whole, with boards on which pieces can be told apart."""
FITS = """() => document.documentElement.scrollHeight <= innerHeight && document.querySelector(".tile")
 && [...document.querySelectorAll(".tile:not([hidden])")].every((tile) => {
  const within = (inner, outer) => inner.top >= outer.top && inner.bottom <= outer.bottom && inner.right <= outer.right;
  const box = (element) => element.getBoundingClientRect();
  const isBeside = document.body.dataset.layout === "beside";
  const column = [...tile.children].filter((child) => !(isBeside && child.matches(".board"))).map(box);
  return within(box(tile), { top: 0, bottom: innerHeight, right: innerWidth }) && column.every((part) => within(part, box(tile)))
    && column.slice(1).every(({ top }, above) => top >= column[above].bottom - 1)
    && [...tile.querySelectorAll(".name")].every((name) => within(box(name), box(name.parentElement)));
})"""
"""JavaScript that tells whether the page does not scroll, and in each tile nothing sticks out or lies on something else."""
CUT_OFF = """() => [...document.querySelectorAll("body *:not(.unseen, .unseen *, svg *)")].filter((one) => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  return width && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || one.scrollWidth > Math.ceil(width) + 1);
}).map((one) => one.outerHTML)"""
"""JavaScript that lists what sticks out of the window or of its own element."""


@pytest.fixture
def window(browser, tmp_path, serve):
    """Opens pages without errors of their scripts, at first of the size of a projector's. They are closed before servers and files go."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    errors = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda message: errors.append(f"{message.text} {message.location}") if message.type == "error" else None)
    yield context.new_page
    context.close()
    assert errors == []


def resize(page, width, height):
    """Until the page is laid out anew, with nothing cut off at the side."""
    page.set_viewport_size({"width": width, "height": height})
    becomes(page, "document.documentElement.scrollWidth <= innerWidth")


def becomes(page, expression):
    wait_until(lambda: page.evaluate(expression), lambda: (expression, page.viewport_size))


@pytest.fixture
def begin(tmp_path, new_game):
    """Makes the game of that number at a board, which is called as its folder."""
    for board in ("12", "3"):
        (tmp_path / board / "games").mkdir(parents=True)
    return lambda board, number: new_game(tmp_path / board / "games" / f"{number:04}")


@pytest.fixture
def reports(tmp_path, tell_status):
    """The services of the two boards live, and tell so again and again."""
    told, ends = {"12": ("waiting", CAMERA, START), "3": ("ready", CAMERA)}, threading.Event()

    def report():
        for board, (phase, *checks) in told.items():
            tell_status(tmp_path / board, *checks, about={"board": board}, phase=phase)
            (tmp_path / board / ALIVE_NAME).touch()

    def live():
        while not ends.wait(0.3):
            report()

    report()
    lives = threading.Thread(target=live)
    lives.start()
    yield
    ends.set()
    lives.join()


@pytest.fixture
def hall(serve, tmp_path, begin, reports):
    """The server of both boards, and of a third without a service or a game."""
    (tmp_path / "20").mkdir()
    return serve([tmp_path / "3", tmp_path / "12", tmp_path / "20"], *admit(tmp_path))


def see_before(page, hall, begin):
    """The games at both boards, as the page before the round tells of them."""
    page.goto(f"{hall.url}before")
    cards, summary = page.locator(".board"), page.locator("#summary")
    expect(cards.locator("h2")).to_have_text(["3", "12", "20"])
    expect(page.locator("#status")).to_have_text("Live")
    expect(cards.locator(".verdict")).to_have_text(["Not ready yet", "Not ready", "No word from it"])
    expect(summary).to_have_text("0 of 3 ready")
    expect(cards.nth(2).locator(".do")).not_to_be_empty()
    expect(cards.nth(1).locator(".seen")).to_contain_text(START["seen"])
    expect(cards.nth(1).locator(".do")).to_have_text(START["do"])
    for size in SIZES[:2]:
        resize(page, *size)
    games = [begin("12", 1).open(board="12"), begin("3", 1).open(board="3")]
    games[1].journal.append(ClockStopped(0, 4800 * 10**9, 4800 * 10**9), 0)
    games[0].move("white", 32, 28)
    wait_until(lambda: page.request.get(f"{hall.url}board/12/ready.json").json()["phase"] == "playing")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # somebody looks again
    expect(cards.locator(".verdict")).to_have_text(["Ready", "A game runs", "No word from it"])
    expect(summary).to_have_text("1 of 3 ready · 1 of 3 playing")
    expect(cards.nth(1).locator(".names")).to_have_text("Jelle de Vries · Sytske Hoekstra")
    expect(cards.nth(1)).not_to_contain_text("square 3")
    return games


def follow_the_wall(page, hall, games):
    tiles = page.locator(".tile")
    page.goto(hall.url)
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("h1")).to_have_text("Frysk Kampioenskip · Round 3")
    expect(tiles.locator("h2")).to_have_text(["Board 3", "Board 12", "Board 20"])
    expect(tiles.nth(2).locator(".state")).to_have_text("Not begun yet")
    expect(tiles.nth(0).locator(".board use[x]")).to_have_count(40)
    games[1].move("white", 32, 28)
    expect(tiles.nth(0).locator(".state")).to_have_text("1. 32-28")
    expect(tiles.nth(0).locator('use[x="45"][y="55"]')).to_have_count(1)
    black = tiles.nth(0).locator("[data-side='black']")
    expect(black).to_have_attribute("data-running", "")
    before = black.locator(".time").text_content()
    expect(black.locator(".time")).not_to_have_text(before)
    resize(page, 1366, 768)
    becomes(page, "document.documentElement.scrollHeight <= innerHeight")  # all boards are seen at once


def read_names_and_tap_boards(page, hall):
    """The longest names are read whole, but in a low window, and the whole board is the link on screens of every size."""
    first = page.locator(".tile").nth(0)
    for width, height in SIZES:
        resize(page, width, height)
        if height != LOW:
            becomes(page, f"({CUT})().length === 0")
        wait_until(lambda: first.locator(".board").evaluate(LEADS_TO) == 361, lambda: page.viewport_size)
    box = first.locator(".board").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)
    expect(page).to_have_url(f"{hall.url}board/3")
    page.get_by_role("link", name="All boards").click()
    expect(page).to_have_url(f"{hall.url}wall")


def test_two_boards_before_the_round_on_the_wall_and_at_the_desks(window, hall, begin):
    page = window()
    games = see_before(page, hall, begin)
    follow_the_wall(page, hall, games)
    rounds, tiles = page.locator("#rounds a"), page.locator(".tile")
    games[0].close("draw")
    expect(tiles.nth(1).locator(".state")).to_have_text("1. 32-28 · Draw")
    expect(rounds).to_have_text(["Round 3 · results"])
    games[1].close("1-0")
    later = [begin("12", 2), begin("3", 2)]
    expect(page.locator(".tile .state", has_text="Not begun yet")).to_have_count(3)
    for _ in range(2):
        expect(rounds).to_have_text(["Round 3 · results"])
        page.reload()
    later[0].open(board="12", round="4", **NAMES)
    expect(rounds).to_have_text(["Round 3", "Round 4 · results"])
    later[1].open(board="3", round="4", **NAMES)
    expect(page.locator(".name", has_text=NAMES["black"])).to_have_count(2)
    read_names_and_tap_boards(page, hall)
    rounds.first.click()
    expect(page).to_have_url(f"{hall.url}frysk-kampioenskip/3")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody")).to_contain_text("White wins")
    page.get_by_role("link", name="All boards").click()
    expect(rounds).to_have_text(["Round 3", "Round 4 · results"])
    page.goto(f"{hall.url}login?next=/desk")
    sign_in(page)
    rows = page.locator("#desks li")
    later[1].journal.append(Alerted(0, (Alert("resumed", None, (), "The clock waits.", "at once"),)), 0)
    expect(rows.nth(0).locator(".open")).to_contain_text("1 alert open")
    resize(page, 375, 740)
    rows.nth(0).get_by_role("link", name="Board 3").click()
    expect(page.locator(".alert")).to_have_count(1)


def boards(*numbers):
    return [f"Board {number}" for number in numbers]


def see_every_page(page):
    """The wall turns by itself until it is told not to; the number of its pages."""
    becomes(page, WHOLE)  # how many pages there are is known then
    pages, seen = int(re.fullmatch(r"Page 1 of (\d+)", page.locator("#page").text_content())[1]), []
    for number in range(1, pages + 1):
        expect(page.locator("#page")).to_have_text(f"Page {number} of {pages}")
        becomes(page, WHOLE)
        seen += page.locator(".tile:not([hidden]) h2").all_text_contents()
        page.clock.fast_forward(13_500)
    assert seen == boards(*range(1, LARGE + 1))
    expect(page.locator("#page")).to_have_text(f"Page 1 of {pages}")
    page.locator("#turn").click()
    page.clock.fast_forward(60_000)
    expect(page.locator("#page")).to_have_text(f"Page 1 of {pages}")
    return pages


def test_a_projector_shows_a_large_hall_one_page_after_the_other(window, serve, tmp_path, new_game):
    mirrored, page = tmp_path / "boards", window()

    def begin(number, **about):
        (mirrored / str(number) / "games").mkdir(parents=True)
        new_game(mirrored / str(number) / "games" / "0001").open(board=str(number), **about)

    for number in range(1, LARGE + 1):
        begin(number, event="Haedklasse" if number <= 10 else "Earste klasse", round="3" if number % 2 else "4")
    server = serve([], f"--boards={mirrored}")
    page.clock.install()
    page.goto(f"{server.url}wall")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    pages = see_every_page(page)
    page.locator("#back").click()
    expect(page.locator("#page")).to_have_text(f"Page {pages} of {pages}")
    page.locator("#choice summary").click()
    page.get_by_role("link", name="Haedklasse", exact=True).click()
    expect(page.locator("h1")).to_have_text("Haedklasse")
    expect(page).to_have_url(re.compile(r"/wall\?event=Haedklasse$"))
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    becomes(page, WHOLE)
    page.goto(f"{server.url}wall?event=Haedklasse&round=4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 4, 6, 8, 10))
    shutil.rmtree(mirrored / "4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 6, 8, 10))
    begin(41, event="Haedklasse", round="4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 6, 8, 10, 41))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}wall")  # on a telephone it scrolls
    expect(page.locator(".tile")).to_have_count(LARGE)
    expect(page.locator("#turning")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_longest_names_fit_on_the_wall_of_any_number_of_boards(window, serve, tmp_path, new_game):
    """A group of so many boards, each with an event of the longest name; all of them together."""
    mirrored, page, counts = tmp_path / "boards", window(), (1, 2, 3, 4, 6, 8, 12)

    def longest(text):
        return " ".join([text] * MAX_TAG_LENGTH)[:MAX_TAG_LENGTH].rstrip()

    events = [longest(f"{count} {LONG['event']}") for count in counts for _ in range(count)]
    for number, event in enumerate(events, 1):
        (mirrored / str(number) / "games").mkdir(parents=True)
        players = {"white": longest(LONG["white"]), "black": "MW" * (MAX_TAG_LENGTH // 2)}
        new_game(mirrored / str(number) / "games" / "0001").open(board=str(number), event=event, round="3", **players)
    server = serve([], f"--boards={mirrored}")
    for event in ["", *dict.fromkeys(events)]:
        page.goto(f"{server.url}wall?{urlencode({'event': event} if event else {})}")
        expect(page.locator("#status")).to_have_text("Live")
        expect(page.locator("h1")).to_have_text(f"{event} · Round 3" if event else "All boards")
        becomes(page, FITS)  # before anything else makes it anew, with the heading of the boards
        for size in ((1920, 1080), (3840, 2160), (1280, 720)):
            resize(page, *size)
            becomes(page, FITS)


@pytest.fixture
def club(server):
    """A club's page, at another origin, with the game in a frame."""

    with site_of(f'<iframe title="game" src="{server.url}embed/1" width="360" height="600">') as port:
        yield f"http://127.0.0.1:{port}/"


def film(page, server, game):
    """The overlay follows, and lets the film through beside it."""
    page.set_viewport_size({"width": 500, "height": 600})
    page.goto(f"{server.url}overlay/1?size=400")
    expect(page.locator("#move")).to_have_text("1. 32-28")
    game.move("black", 19, 23)
    expect(page.locator("#move")).to_have_text("1… 19-23")
    expect(page.locator("#white .name")).to_have_text(LONG["white"])
    expect(page.locator("#white .time")).to_have_text(re.compile(r"1:(20:50|20:[0-4]\d|19:\d\d)"))
    assert page.locator("#board").bounding_box()["width"] == 400
    seen = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert seen[:, 450:, 3].max() == 0, "beside it all is transparent"
    assert seen[60:300, 20:380, 3].min() == 255, "the board is not"


def test_a_game_in_a_clubs_frame_and_over_a_film(window, server, game, club):
    page, frames = window(), [window() for _ in range(3)]
    game.open(**LONG)
    page.goto(club)
    frame = page.frame_locator("iframe")
    expect(frame.locator("#status")).to_have_text("Live")
    game.move("white", 32, 28)
    expect(frame.locator('[data-square="28"]')).to_have_attribute("data-piece", "white-man")
    frame.get_by_role("button", name="A move back").click()
    expect(frame.locator("#shown :visible")).to_have_text("Start position")
    assert frame.locator("html").evaluate("(html) => html.scrollWidth <= html.clientWidth"), "nothing is cut off at the side"
    film(page, server, game)
    documented = re.compile(r'<iframe src="[^"]*/embed/KEY" width="(\d+)" height="(\d+)"')
    width, height = map(int, documented.search(Path("docs/organiser/broadcast.md").read_text()).groups())
    for page, lang in zip(frames, ("en", "nl", "fy"), strict=True):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.url}embed/1?lang={lang}")
        expect(page.locator("#status")).to_have_attribute("data-state", "live")
    for board_px in (300, 250):  # with the longest names, and then with the result and its reason below
        for page in frames:
            expect(page.locator("#white .name")).to_have_text(LONG["white"])
            assert page.evaluate(CUT_OFF) == []
            assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
            assert page.locator("#board").bounding_box()["height"] >= board_px
        if board_px == 300:
            game.journal.append(SessionClosed(game.t_ns, "1-0", "20.2"), game.t_ns)
            for page in frames:
                expect(page.locator("#why")).not_to_be_empty()


@pytest.mark.parametrize("white", ["Anne-Marije de Jong", LONG["white"], LONG["black"]])
def test_names_fit_the_overlay(window, server, game, white):
    game.open(white=white)
    page = window()
    for size in (720, 480, 400):
        page.goto(f"{server.url}overlay/1?size={size}")
        expect(page.locator("#white .name")).to_have_text(white)
        assert page.evaluate(CUT) == []
        assert page.locator("#white").bounding_box()["height"] <= size / 20 * 2
        assert page.locator("#white .name").evaluate("(name) => parseFloat(getComputedStyle(name).fontSize)") >= size / 40
