"""In a real browser: the desk of a game whose journal has lost its end, the question, and the pages of spectators and players meanwhile."""

import re
from threading import Thread

import pytest

from record.decisions import choice
from record.decisions.inbox import OBEYED
from record.store.folder import JOURNAL_NAME
from record.store.going_on import go_on
from tests.hub.arbiters import admit, enter, sees
from tests.support.journals import rows_gone
from tests.support.waiting import wait_until


@pytest.fixture
def server(serve, game):
    """The pages of a game of four moves, of whose journal the last two are gone."""
    game.open(white="Jelle", black="Sytske")
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    rows_gone(game.folder / JOURNAL_NAME, 8)
    return serve(game.folder, *admit(game.folder))


def obey(folder):
    """As a service does that waits for the choice."""
    asked = wait_until(lambda: choice.take(folder))
    go_on(folder, asked.by, "2026-11-25T14:03:00+01:00", asked.row)
    choice.answer(folder, asked, OBEYED)


def test_the_arbiter_goes_on_when_asked_back_and_a_spectator_sees_no_half_game_until_then(page, server, game):
    viewer = page.context.new_page()
    viewer.goto(server.url)
    sees(viewer, {"#status": "This game cannot be shown now", "#rows tr": 0})
    page.bring_to_front()
    enter(page, server.url, "desk/1")
    goes_on = page.get_by_role("button", name="Go on with what is there")
    lost = re.compile("journal.jsonl-tail"), re.compile("1 alert open The journal of this game has lost something.")
    sees(page, {"#lost": lost[0], "#bar": lost[1], "#go-there[href='#lost']": True, "title": "(1) Arbiter's desk"})
    for size in ({"width": 1366, "height": 768}, page.viewport_size):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
    goes_on.click()
    sees(page, {"#go-on-from": re.compile("The game then goes on after press 2"), "#go-on-now": True})
    page.locator("#lost").get_by_role("button", name="Never mind").click()
    sees(page, {"#go-on-now": False})
    goes_on.click()
    service = Thread(target=obey, args=(game.folder,))
    service.start()
    with page.expect_response(re.compile("/desk/1/go-on$")) as answer:
        page.locator("#go-on-now").click()
    assert answer.value.ok
    service.join()
    sees(page, {"#lost": False, "#bar": False, "#standing": "White to move", "#rulings li": re.compile("14:03, by Anke")})
    sees(viewer, {"#status": "Live", "#rows tr": 1})
