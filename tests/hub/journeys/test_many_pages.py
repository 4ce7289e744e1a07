"""Many pages of one hub in one browser, which has six connections for a host: they share one, and block nothing.

The hub has the name of another machine, and no TLS: browsers have neither Web Locks nor service workers there.
"""

import pytest
from playwright.sync_api import expect

from tests.hub.arbiters import admit, hide, sign_in
from tests.support.other_site import site_of
from tests.support.waiting import wait_until

BOARDS = [str(number) for number in range(1, 10)]
MOVED = "1. 32-28"
ASKS = "() => fetch('/api/boards').then((answer) => answer.status)"


@pytest.fixture
def games(tmp_path, new_game):
    """A game at each of nine boards."""
    made = {}
    for board in BOARDS:
        (tmp_path / board / "games").mkdir(parents=True)
        made[board] = new_game(tmp_path / board / "games/0001").open(board=board)
    return made


@pytest.fixture
def hub(serve, tmp_path, games):
    server = serve([tmp_path / board for board in BOARDS], *admit(tmp_path))
    server.url = f"http://hub.test:{server.port}/"
    return server


COUNTED = """window.streams = [];
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    window.streams.push(this);
  }
};"""
OPEN = "window.streams.filter(({ readyState }) => readyState !== EventSource.CLOSED).length"


@pytest.fixture
def context(browser, hub):
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.add_init_script(COUNTED)
    errors = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context
    context.close()
    assert errors == []


@pytest.fixture
def club(hub):
    """A page of a club, at another origin, with nine boards in frames."""

    with site_of(
        "".join(f'<iframe title="{board}" src="{hub.url}embed/{board}" width="300" height="500"></iframe>' for board in BOARDS)
    ) as port:
        yield f"http://club.test:{port}/"


def streams_of(context):
    """How many streams all pages and frames of the browser have open."""
    return sum(frame.evaluate(OPEN) for page in context.pages for frame in page.frames)


def test_nine_boards_in_frames_of_a_clubs_page_are_live(context, club, games):
    page = context.new_page()
    page.goto(club)
    frames = [page.frame_locator(f'iframe[title="{board}"]') for board in BOARDS]
    for frame in frames:
        expect(frame.locator("#status")).to_have_text("Live")
    for game in games.values():
        game.move("white", 32, 28)
    for frame in frames:
        expect(frame.locator('[data-square="28"]')).to_have_attribute("data-piece", "white-man")
    wait_until(lambda: streams_of(context) == 1)


def test_twelve_pages_are_live_and_no_request_waits_for_them(context, hub, games):
    pages = [context.new_page() for _ in range(12)]
    places = [*(f"board/{board}" for board in BOARDS), "wall", "overlay/1", "board/1"]
    for page, place in zip(pages, places, strict=True):
        page.goto(f"{hub.url}{place}")
    games["1"].move("white", 32, 28)
    expect(pages[0].locator("#moves")).to_contain_text("32-28")
    expect(pages[-1].locator("#moves")).to_contain_text("32-28")
    expect(pages[10].locator("#move")).to_have_text(MOVED)
    expect(pages[9].locator('[id="1.state"]')).to_have_text(MOVED)
    wait_until(lambda: streams_of(context) == 1)
    assert not pages[0].evaluate("isSecureContext"), "this would not show anything at localhost"
    assert [page.evaluate(ASKS) for page in pages] == [200] * len(pages)
    for page in pages[:2]:  # the first has the connection
        page.close()
    games["3"].move("white", 32, 28)
    expect(pages[2].locator("#moves")).to_contain_text("32-28")
    wait_until(lambda: streams_of(context) == 1)


def test_a_page_that_is_hidden_gives_its_stream_up_and_an_arbiters_does_not(context, hub, games):
    page = context.new_page()
    page.goto(f"{hub.url}board/1")
    expect(page.locator("#status")).to_have_text("Live")
    hide(page, is_hidden=True)
    wait_until(lambda: streams_of(context) == 0)
    games["1"].move("white", 32, 28)
    hide(page, is_hidden=False)
    expect(page.locator("#moves")).to_contain_text("32-28")
    page.goto(f"{hub.url}desk/1")
    sign_in(page)
    wait_until(lambda: streams_of(context) == 1)
    hide(page, is_hidden=True)
    games["1"].move("black", 19, 23)
    expect(page.locator("#moves")).to_contain_text("19-23")
