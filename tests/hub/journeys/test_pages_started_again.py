"""Pages that stay open while their server is started anew show what a page shows that is opened then."""

import os
import re
import shutil

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from record.store.folder import ALIVE_NAME, GAMES
from tests.hub.arbiters import admit
from tests.hub.conftest import Game
from tests.support.waiting import wait_until
from tests.tournament.events.conftest import InMemory
from tournament.events.changes import BoardsGiven, GameAtBoard
from tournament.events.published import settled

OF_THE_GAME = ("board/7", "embed/7", "overlay/7", "wall")
PICTURE = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
CLOCK = re.compile(r"\d+:\d\d(:\d\d)?")


def begin(games, number, white, black):
    """Write a game of two moves in which White's clock runs; its folder."""
    folder = games / f"{number:04}"
    folder.mkdir(parents=True)
    game = Game(folder).open(event="Cup", round="1", board="7", white=white, black=black)
    (folder / "drawn" / "0000.jpg").write_bytes(PICTURE)
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    game.journal.close()
    return folder


@pytest.fixture
def club(tmp_path):
    """A published event of which a game is given to the board; the names of its players."""
    event = InMemory("A", "anna", "bate", "cor", name="Cup")
    event.pair()
    game = event.state.rounds[0].games[0]
    event.put(BoardsGiven(1, (GameAtBoard(game.white, game.black, "7"),)))
    event.put(settled(event.state.settled, "names"))
    (tmp_path / "events").mkdir()
    event.write(tmp_path / "events" / "club")
    return game.white, game.black


def shown(page):
    """What the page shows, without what it last had a screen reader say: the moves that came while it was open."""
    text = page.locator("body").inner_text()
    for said in page.locator("#told").all_inner_texts():
        text = text.strip().removesuffix(said).strip()
    return CLOCK.sub("TIME", text.strip())


def test_open_pages_show_what_new_ones_show(serve, tmp_path, club, browser):
    """Also where the other game has as many rows, and where the board went silent while its server was away."""
    state = tmp_path / "7"
    first = begin(state / GAMES, 1, *club)
    words = (*admit(tmp_path), "--events", str(tmp_path / "events"))
    server = serve([state], *words)
    context = browser.new_context(locale="en")
    pages = {path: context.new_page() for path in (*OF_THE_GAME, "tournaments/club")}

    def start_again():
        return serve([state], *words, port=server.port)

    def are_as_new_ones(says, status):
        for path, page in pages.items():
            new = context.new_page()
            new.goto(f"{server.url}{path}")
            expect(new.locator("body")).to_contain_text(says if path in OF_THE_GAME else status)
            wait_until(lambda page=page, new=new: shown(page) == shown(new), lambda page=page: shown(page))
            new.close()

    for path, page in pages.items():
        page.goto(f"{server.url}{path}")
        expect(page.locator("body")).to_contain_text(club[0])
    are_as_new_ones("running", "In play")
    server.stop()
    shutil.rmtree(first)
    begin(state / GAMES, 1, "Ype", "Ale")
    server = start_again()
    are_as_new_ones("Ype", "bate")
    assert "In play" not in shown(pages["tournaments/club"])
    begin(state / GAMES, 2, "Bouke", "Jurjen")
    for path in OF_THE_GAME:
        expect(pages[path].locator("body")).to_contain_text("Bouke")
    server.stop()
    (state / ALIVE_NAME).touch()
    os.utime(state / ALIVE_NAME, (0, 0))
    server = start_again()
    are_as_new_ones("No news", "bate")
    assert not any("running" in shown(page) for page in pages.values())
    context.close()
