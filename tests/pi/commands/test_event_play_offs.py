"""`damcam event play-off` of teams, by board points and board by board."""

import pytest

from hub.events.changes import Who
from hub.events.event_file import make_event
from hub.events.play_off_entering import play_off_played
from hub.events.play_offs import play_offs_now
from tests.hub.events.level import by_lot, two_equal
from tests.pi.commands.test_event_files import Damcam


@pytest.fixture
def teams(tmp_path):
    """Two teams of four that are equal, and which of them is named first in their play-off."""
    event = two_equal()
    make_event(tmp_path / "teams", event.rows[0].change, Who("Anke"), [row.change for row in event.rows[1:]])
    ((_, first, second),) = play_offs_now(event.state)
    return Damcam(tmp_path), first, second


def test_a_play_off_is_entered_by_its_boards(teams):
    damcam, first, second = teams
    (standings,) = damcam.done("standings", "teams", "--json")
    assert standings["odd_white"] == [first]
    assert [{*game.values()} for game in standings["open"][0]["next"]] == [{first, second}]
    status, rows, said = damcam("play-off", "teams", first, second, "--boards", "1-0,draw,-,.", "--json")
    assert (status, rows) == (
        0,
        [
            {
                "number": 1,
                "first": first,
                "second": second,
                "boards": ["1-0", "draw", None, None],
                "board_points": [1.5, 0.5],
                "result": None,
            }
        ],
    )
    assert f"{first} - {second}: 1.5-0.5 so far" in said
    assert "has the result 1-0 already" in damcam.refused("play-off", "teams", first, second, "--boards", "0-1,draw,-,.")
    status, rows, said = damcam(
        "play-off", "teams", first, second, "--boards", "0-1,draw,-+,+-", "--reason", "written down wrongly", "--json"
    )
    assert (status, rows[0]["result"]) == (0, "0.5-3.5")
    assert f"{first} - {second} comes to 0.5-3.5" in said
    (standings,) = damcam.done("standings", "teams", "--json")
    assert (standings["table"][0]["id"], standings["open"]) == (second, [])
    assert "by boards: 1: 0-1" in damcam("log", "teams")[2] + str(damcam.done("log", "teams", "--json"))
    damcam.done("undo", "teams")
    damcam.done("undo", "teams")
    damcam.done("play-off", "teams", second, first, "1-3")
    assert damcam.done("standings", "teams", "--json")[0]["table"][0]["id"] == first


@pytest.mark.parametrize("words", [("a", "b"), ("a", "b", "2-2", "--boards", "1-0 - - -")])
def test_either_a_result_or_boards_are_wanted(teams, words):
    status, rows, said = teams[0]("play-off", "teams", *words)
    assert (status, rows) == (2, [])
    assert "WHITE BLACK RESULT were expected" in said


def test_the_hour_of_the_start_is_changed(teams):
    assert teams[0].done("start", "teams", "9.30", "--json") == [{"start": "09:30"}]
    assert teams[0].refused("start", "teams", "09:30") == "the event begins at 09:30 already, and nothing would change"
    assert teams[0].done("start", "teams", "", "--reason", "postponed", "--json") == [{"start": None}]


def test_boards_that_cannot_be_are_a_sentence(teams):
    damcam, first, second = teams
    assert damcam.refused("play-off", "teams", first, second, "--boards", "1-0").startswith("1 result was given")
    assert damcam.refused("play-off", "teams", second, first, "--boards", "1-0 - - -") == f"{first} has White in this play-off"
    assert damcam.refused("play-off", "teams", "x", first, "--boards", "1-0 - - -") == "nobody here has the id 'x'"


def test_an_appeal_on_a_play_off_names_it_in_place_of_the_round(tmp_path):
    event = by_lot()
    _, white, black = play_offs_now(event.state)[0]
    event.put(play_off_played(event.state, white, black, "1-0"))
    make_event(tmp_path / "blitz", event.rows[0].change, Who("Anke"), [row.change for row in event.rows[1:]])
    damcam, words = Damcam(tmp_path), ("--party", black, "--made", "2026-03-07T19:00")
    (told,) = damcam.done("appeal", "blitz", "play-off-1", white, black, *words, "--json")
    assert (told["round"], told["play_off"], told["white"], told["black"]) == (None, 1, white, black)
    assert "no play-off 2 with these colours" in damcam.refused("appeal", "blitz", "play-off-2", white, black, *words)


def test_who_exports_the_pdn_is_told_which_matches_are_not_in_it(teams):
    damcam, first, second = teams
    assert "until its boards are entered" in damcam.refused("export", "teams", "--as", "pdn", "--out", "out")
    damcam.done("play-off", "teams", first, second, "--boards", "1-0,draw,0-1,1-0")
    status, rows, said = damcam("export", "teams", "--as", "pdn", "--out", "out", "--json")
    assert (status, rows) == (0, [{"file": "out/event.pdn"}])
    assert "3 matches were entered without their boards, and are not in the PDN" in said
    assert "without their boards" not in damcam("export", "teams", "--as", "csv", "--out", "out")[2]
