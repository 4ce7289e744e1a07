"""A spectator whose browser runs no scripts: a game, its frame, and the wall of a large hall."""

import re

import pytest
from playwright.sync_api import expect

from hub.public.wall_pages import AT_ONCE
from tests.support.axe import AXE, EVERYTHING, LOOK
from tests.support.waiting import wait_until

BOARDS = 30
PAGES = ("board/1", "embed/1", "wall")


@pytest.fixture
def games(tmp_path, new_game):
    made = []
    for number in range(1, BOARDS + 1):
        (tmp_path / "boards" / str(number) / "games").mkdir(parents=True)
        event = "Haedklasse" if number <= 10 else "Earste klasse"
        about = {"board": str(number), "event": event, "round": "3" if number % 2 else "4"}
        made.append(new_game(tmp_path / "boards" / str(number) / "games" / "0001").open(**about))
    return made


@pytest.fixture
def server(serve, games, tmp_path):
    return serve([], f"--boards={tmp_path / 'boards'}")


@pytest.fixture
def plain(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    yield context.new_page()
    context.close()


def boards(*numbers):
    return [f"Board {number}" for number in numbers]


def test_games_are_followed_and_the_wall_is_leafed_through(plain, server, games):
    games[0].move("white", 32, 28)
    position = plain.get_by_role("img", name=re.compile("White: 28, 31, 33"))
    for path in PAGES:
        assert plain.goto(f"{server.url}{path}").status == 200
        wait_until(lambda: position.first.is_visible() or not plain.reload())  # the server may not have read the game before
        assert plain.locator("html").evaluate("(html) => html.scrollWidth <= html.clientWidth"), "nothing is cut off at the side"
        assert [shown for shown in plain.locator("#status, button:not(td button)").all() if shown.is_visible()] == []
        expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(1)
        plain.get_by_role("link", name="Let it stand still").click()
        expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(0)
        expect(position.first).to_be_visible()
        plain.get_by_role("link", name="Ask again by itself every 10 seconds").click()
        expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(1)
    expect(plain.locator(".tile h2")).to_have_text(boards(*range(1, AT_ONCE + 1)))
    plain.get_by_role("link", name="Page 2 of 2").click()
    expect(plain.locator(".tile h2")).to_have_text(boards(*range(AT_ONCE + 1, BOARDS + 1)))
    chosen = plain.locator("#choice a", has_text="Haedklasse · Round 3")
    plain.locator("#choice summary").click()
    chosen.click()
    expect(plain.locator(".tile h2")).to_have_text(boards(1, 3, 5, 7, 9))
    expect(chosen).to_have_attribute("aria-current", "page")


def test_axe_finds_nothing(browser, server):
    """axe needs scripts itself, so it gets the pages as a browser without them reads them."""
    context = browser.new_context(viewport={"width": 390, "height": 844})

    def as_without_scripts(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"</?noscript>|<script type=.module.*?</script>", "", answer.text()))

    context.route(re.compile(r"still=1"), as_without_scripts)
    page, found = context.new_page(), {}
    for path in PAGES:
        page.goto(f"{server.url}{path}?still=1")
        expect(page.locator(".notice a").first).to_be_visible()
        page.evaluate(AXE.read_text())
        found[path] = page.evaluate(LOOK, EVERYTHING)
    context.close()
    assert found == {path: [] for path in PAGES}
