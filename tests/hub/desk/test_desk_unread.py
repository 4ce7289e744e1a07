"""A press that was not read, at the desk in a real browser: what is drawn is the position before it, also where a position is set up."""

import shutil

import pytest

from record.events.of_game import Ruled
from record.store.journal import Journal, fold
from tests.hub.arbiters import admit, confirm, enter, open_group, sees
from tests.hub.desk.conftest import FRAMES
from tests.support.axe import violations

MOVES = (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19))
IN_DOUBT = (31, 36, 37, 41)
HIDDEN, EMPTY, WHITE_MAN, BLACK_MAN = (0.0,) * 5, (9.0, 0.0, 0.0, 0.0, 0.0), (0.0, 9.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 9.0, 0.0)
"""The evidence of a square, in nats."""
SAYS = (
    "Not read since press 5: the last known position is drawn. On the squares with a dashed edge something else may stand: 31, 36, 37, 41."
)


@pytest.fixture
def server(serve, game, service):
    """A game whose fifth press was not read: a hand hides four squares, and the referee guesses that 41-37 was played."""
    game.open()
    for place, (side, start, end) in enumerate(MOVES, 1):
        shutil.copy(FRAMES / f"{place:04}.jpg", game.folder / "drawn")
        game.move(side, start, end, drawn=f"drawn/{place:04}.jpg")
    shown = [WHITE_MAN if square in game.white else BLACK_MAN if square in game.black else EMPTY for square in range(1, 51)]
    picture = [HIDDEN if square in IN_DOUBT else content for square, content in enumerate(shown, 1)]
    game.press("white")
    game.white = game.white - {41} | {37}
    guess = game.fen("B")
    game.white = game.white - {37} | {41}
    shutil.copy(FRAMES / "0005.jpg", game.folder / "drawn")
    game.journal.append(Ruled(5, "white", "unsure", None, guess, 0.5, log_p=tuple(picture), drawn="drawn/0005.jpg"), game.t_ns)
    return serve(game.folder, *admit(game.folder))


@pytest.mark.parametrize("page", ["phone", "desktop"], indirect=True)
def test_the_last_known_position_is_drawn_and_set_up_and_the_squares_in_doubt_are_marked(page, server, game):
    enter(page, server.url, "desk/1")
    sees(page, {"#doubt": SAYS, "#board .doubt": 4, "#board .mark": 0, "#board [data-square='41']": 1, "#board [data-square='37']": 0})
    assert page.locator("#board").get_attribute("aria-label").endswith(SAYS)
    page.get_by_role("button", name="A move back").click()
    sees(page, {"#doubt": False, "#board .doubt": 0, "#board .mark": 2})
    page.keyboard.press("End")
    sees(page, {"#doubt": True})
    open_group(page, "Position")
    page.locator("#setup-open").click()
    sees(page, {"#setup-doubt": SAYS, "#setup-caption": "Last known", "#setup-board .doubt": 4, "#setup-now .doubt": 4})
    assert page.locator("#setup-fen").input_value() == game.fen("B")
    assert page.locator("#setup-squares [data-square='37']").get_attribute("aria-label") == "37: empty, in doubt"
    assert violations(page, "#setup") == []
    page.locator("#setup-send").click()
    confirm(page)
    sees(page, {"#doubt": False, "#board .doubt": 0})
    with Journal.reader(game.folder / "journal.jsonl") as journal:
        assert fold(journal).words[-1].fen == game.fen("B")
