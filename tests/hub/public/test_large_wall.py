"""The wall of a large hall: pages that turn by themselves, the boards of one event, boards that come and go; also without scripts."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from hub.public.wall_pages import AT_ONCE, WallGroup, groups_in, paged

expect.set_options(timeout=20_000)
BOARDS = 30


@pytest.fixture
def mirrored(tmp_path, new_game):
    folder = tmp_path / "boards"
    for number in range(1, BOARDS + 1):
        (folder / str(number) / "games").mkdir(parents=True)
        event = "Haedklasse" if number <= 10 else "Earste klasse"
        new_game(folder / str(number) / "games" / "0001").open(board=str(number), event=event, round="3" if number % 2 else "4")
    return folder


@pytest.fixture
def server(serve, mirrored):
    return serve([], f"--boards={mirrored}")


WHOLE = """() => [...document.querySelectorAll(".tile")].every((tile) => {
  const { top, bottom, right } = tile.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && right <= innerWidth && tile.scrollWidth <= tile.clientWidth
    && tile.querySelector(".board").getBoundingClientRect().width >= 180;
})"""
"""JavaScript that tells whether all tiles are seen whole, with boards on which pieces can be told apart."""


def boards(*numbers):
    return [f"Board {number}" for number in numbers]


def headings(page):
    return page.locator(".tile h2").all_text_contents()


def is_whole(page):
    """Whether every tile is whole, once the page that was turned to is laid out."""
    for _ in range(50):
        if page.evaluate(WHOLE):
            return True
        page.wait_for_timeout(20)
    return False


def test_a_projector_shows_all_boards_one_page_after_the_other(browser, server, mirrored, new_game):
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.clock.install()
    page.goto(f"{server.url}wall")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    assert is_whole(page), "how many pages there are is known then"
    pages = int(re.fullmatch(r"Page 1 of (\d+)", page.locator("#page").text_content())[1])
    seen = []
    for number in range(1, pages + 1):
        expect(page.locator("#page")).to_have_text(f"Page {number} of {pages}")
        assert is_whole(page), number
        seen += headings(page)
        page.clock.run_for(13_500)
    assert seen == boards(*range(1, BOARDS + 1))
    expect(page.locator("#page")).to_have_text(f"Page 1 of {pages}")
    page.locator("#turn").click()
    page.clock.run_for(60_000)
    expect(page.locator("#page")).to_have_text(f"Page 1 of {pages}")
    page.locator("#back").click()
    expect(page.locator("#page")).to_have_text(f"Page {pages} of {pages}")
    page.locator("#group").select_option(label="Haedklasse")
    expect(page.locator("h1")).to_have_text("Haedklasse")
    expect(page).to_have_url(re.compile(r"/wall\?event=Haedklasse$"))
    page.reload()
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    assert page.evaluate(WHOLE)
    page.goto(f"{server.url}wall?event=Haedklasse&round=4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 4, 6, 8, 10))
    shutil.rmtree(mirrored / "4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 6, 8, 10))
    (mirrored / "41" / "games").mkdir(parents=True)
    new_game(mirrored / "41" / "games" / "0001").open(board="41", event="Haedklasse", round="4")
    expect(page.locator(".tile h2")).to_have_text(boards(2, 6, 8, 10, 41))
    assert errors == []
    context.close()


def test_without_a_script_there_are_links_and_on_a_telephone_the_page_scrolls(browser, server):
    context = browser.new_context(viewport={"width": 1024, "height": 768}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}wall")
    expect(page.locator(".tile h2")).to_have_text(boards(*range(1, AT_ONCE + 1)))
    page.get_by_role("link", name="Page 2 of 2").click()
    expect(page.locator(".tile h2")).to_have_text(boards(*range(AT_ONCE + 1, BOARDS + 1)))
    page.get_by_role("link", name="Haedklasse · Round 3").click()
    expect(page.locator(".tile h2")).to_have_text(boards(1, 3, 5, 7, 9))
    expect(page.get_by_role("link", name="Haedklasse · Round 3")).to_have_attribute("aria-current", "page")
    context.close()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{server.url}wall")
    expect(page.locator(".tile")).to_have_count(BOARDS)
    expect(page.locator("#turning")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_the_parts_of_a_wall():
    tiles = [{"about": {"event": "B", "round": number}} for number in ("10", "2")] + [{"about": {"event": "A", "round": "1"}}, {}]
    assert groups_in(tiles) == [WallGroup("A"), WallGroup("B"), WallGroup("B", "2"), WallGroup("B", "10")]
    assert groups_in(tiles[2:]) == groups_in([]) == []
    assert [WallGroup("b", "2").has(tile) for tile in tiles] == [False, True, False, False]
    assert WallGroup("A & B", "1").address(2) == "/wall?event=A+%26+B&round=1&page=2"
    assert [paged(range(50), page)[1:] for page in (-1, 2, 9)] == [(1, 3), (2, 3), (3, 3)]
    assert paged([], 4) == ([], 1, 1)
