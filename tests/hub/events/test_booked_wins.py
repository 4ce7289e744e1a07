"""The games of one who withdrew, where the arbiter gives them to the opponents: every table and sheet says so."""

import pytest

from hub.events.crosstable import cell_text, crosstables
from hub.events.sheets import sheet, sheet_html
from hub.events.standing import standings_of
from hub.tournament.pairings_view import NOT_PLAYED, rounds_view
from tests.hub.events.conftest import InMemory

CELLS = {"p1": ["1w", "·b", "+w"], "p2": ["0b", "+w", "·w"], "p3": ["1w", "-b", "-b"], "p4": ["0b", "·w", "·b"]}
"""p3 won in round 1 and then left; of the others round 1 alone has its results."""


@pytest.fixture
def left() -> InMemory:
    event = InMemory("A", "p1", "p2", "p3", "p4")
    event.pair()
    event.result(1, "p1", "p2", "1-0")
    event.result(1, "p3", "p4", "1-0")
    event.pair()
    event.withdraw("p3", "won")
    event.pair()
    return event


def test_the_crosstable_adds_up_to_the_points(left):
    (table,) = crosstables(left.state)
    assert {row["id"]: [cell_text(cell) for cell in row["cells"]] for row in table["rows"]} == CELLS
    assert {row["id"]: row["points"] for row in table["rows"]} == {"p1": 2, "p2": 1, "p3": 1, "p4": 0}
    assert [row["points"] for row in standings_of(left.state)["table"]] == [2, 1, 1, 0]


def test_a_win_of_a_round_that_is_not_paired_yet_stands_in_the_crosstable(left):
    left.undo()
    (table,) = crosstables(left.state)
    assert [cell_text(cell) for cell in table["rows"][0]["cells"]] == ["1w", "·b", "+w"]


def test_pages_and_sheets_have_the_result_and_say_that_it_was_not_played(left):
    third = rounds_view(left.state, {}, {id: id for id in CELLS})[2]["groups"][0]["games"]
    assert [(game["result"], game["default"], game["status"]) for game in third] == [("1-0", True, NOT_PLAYED), ("", False, "open")]
    assert [row["result"] for row in sheet(left.state, 3)] == ["1-0", None]
    assert "1-0" in sheet_html(left.state, 3, "nl")


def test_the_round_tells_that_the_opponent_wins(left):
    assert str(left.told[0]) == "p3 has withdrawn, and p1 wins by default"


def test_games_that_lapse_are_nobodys(left):
    left.undo()
    left.undo()
    left.withdraw("p3", "lapse")
    left.pair()
    assert str(left.told[0]) == "p3 has withdrawn, and p1 is free"
    third = rounds_view(left.state, {}, {id: id for id in CELLS})[2]["groups"][0]["games"]
    assert [(game["result"], game["status"]) for game in third] == [("", NOT_PLAYED), ("", "open")]
