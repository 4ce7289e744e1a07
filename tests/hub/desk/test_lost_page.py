"""In a real browser: the desk of a game whose journal has lost its end, the question, and the pages of spectators and players meanwhile."""

import re
from contextlib import closing
from threading import Thread

import pytest

from pi.game.board_socket import BoardSocket
from record.decisions.inbox import OBEYED
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.salvage import continue_game
from tests.hub.arbiters import admit, enter, sees
from tests.hub.conftest import Game
from tests.support.journals import rows_gone
from tests.support.waiting import wait_until


@pytest.fixture
def folder(tmp_path):
    """The folder of a game of four moves, of whose journal the last two are gone."""
    folder = tmp_path / "state" / GAMES / "0001"
    folder.mkdir(parents=True)
    game = Game(folder).open(white="Jelle", black="Sytske")
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    rows_gone(folder / JOURNAL_NAME, 8)
    return folder


@pytest.fixture
def server(serve, folder):
    return serve(folder, *admit(folder))


def obey(spoken, folder):
    """As a service does that waits for the arbiter."""
    brought = wait_until(lambda: next(spoken.take(), None))
    continue_game(folder, brought.word.by, "2026-11-25T14:03:00+01:00", brought.word.row)
    brought.answer(OBEYED)


def test_the_arbiter_confirms_when_asked_back_and_a_spectator_sees_no_half_game_until_then(page, server, folder):
    viewer = page.context.new_page()
    viewer.goto(server.url)
    sees(viewer, {"#status": "This game cannot be shown now: the arbiter has to look at the recorder", "#rows tr": 0})
    page.bring_to_front()
    enter(page, server.url, "desk/1")
    goes_on = page.get_by_role("button", name="Go on with what is there")
    lost = re.compile("journal.jsonl-tail"), re.compile("1 alert open The journal of this game has lost something.")
    waits = re.compile("Nothing of this game goes on until you have confirmed")
    sees(page, {"#lost": lost[0], "#lost-means": waits, "#bar": lost[1], "#go-there[href='#lost']": True, "title": "(1) Arbiter's desk"})
    for size in ({"width": 1366, "height": 768}, page.viewport_size):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
    goes_on.click()
    sees(page, {"#confirm-from": re.compile("The game then goes on after press 2"), "#confirm-now": True})
    page.locator("#lost").get_by_role("button", name="Never mind").click()
    sees(page, {"#confirm-now": False})
    goes_on.click()
    with closing(BoardSocket(folder.parents[1], lambda: "")) as spoken:
        service = Thread(target=obey, args=(spoken, folder))
        service.start()
        with page.expect_response(re.compile("/desk/1/recover$")) as answer:
            page.locator("#confirm-now").click()
        assert answer.value.ok
        service.join()
    sees(page, {"#lost": False, "#bar": False, "#standing": "White to move", "#rulings li": re.compile("14:03, by Anke")})
    sees(viewer, {"#status": "Live", "#rows tr": 1})
