"""In a real browser: the desk of a game whose journal has lost its end, the question, and the pages of spectators and players meanwhile."""

import sqlite3
from contextlib import closing
from threading import Event, Thread

import pytest
from playwright.sync_api import expect

from record.decisions import choice
from record.decisions.inbox import OBEYED
from record.store.folder import JOURNAL_NAME
from record.store.going_on import go_on
from tests.hub.arbiters import admit, sign_in

expect.set_options(timeout=20_000)


@pytest.fixture
def server(serve, game):
    """The pages of a game of four moves, of whose journal the last two are gone."""
    game.open(white="Jelle", black="Sytske")
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    with closing(sqlite3.connect(game.folder / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stay")
        connection.execute("DELETE FROM events WHERE id > 7")
        connection.execute("UPDATE tail SET row_id = 7, checksum = (SELECT checksum FROM events WHERE id = 7)")
    return serve(game.folder, *admit(game.folder))


@pytest.fixture
def waiting(game):
    """A service that waits for the choice."""
    ended = Event()

    def serve() -> None:
        while not ended.wait(0.05):
            if asked := choice.take(game.folder):
                go_on(game.folder, asked.by, "2026-11-25T14:03:00+01:00", asked.row)
                choice.answer(game.folder, asked, OBEYED)

    thread = Thread(target=serve)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.mark.both_sizes
def test_the_arbiter_is_told_and_goes_on_when_asked_back(page, server, game, waiting):
    page.goto(f"{server.url}desk")
    sign_in(page)
    notice = page.locator("#lost")
    expect(notice).to_contain_text("journal.sqlite-tail says that row 11 was the last that was written")
    expect(page.locator("#standing")).to_have_text("The journal of this game has lost something.")
    expect(page.locator("#bar")).to_contain_text("1 alert open The journal of this game has lost something.")
    expect(page.locator("#go-there")).to_have_attribute("href", "#lost")
    expect(page).to_have_title("(1) Arbiter's desk")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], "nothing is cut off at the side"
    expect(page.locator("#go-on-now")).to_be_hidden()
    notice.get_by_role("button", name="Go on with what is there").click()
    expect(notice).to_contain_text("The game then goes on after press 2")
    notice.get_by_role("button", name="Never mind").click()
    expect(page.locator("#go-on-now")).to_be_hidden()
    notice.get_by_role("button", name="Go on with what is there").click()
    page.locator("#go-on-now").click()
    expect(page.locator("#told")).to_have_text("The game goes on with what was there.")
    expect(notice).to_be_hidden()
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator("#standing")).to_have_text("White to move")
    expect(page.locator("#rulings li").first).to_contain_text("Go on with what is there")
    expect(page.locator("#rulings li").first).to_contain_text("14:03, by Anke")


def test_a_spectator_sees_no_half_game_and_the_whole_one_once_it_is_there(page, server, game):
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("This game cannot be shown now")
    expect(page.locator("#rows tr")).to_have_count(0)
    assert "tail" not in page.locator("main").inner_text()
    go_on(game.folder, "Anke", "")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#rows tr")).to_have_count(1)
