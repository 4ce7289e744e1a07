"""Lists of players of teams: when they are taken, what is told of them, and the forms of the matches that rest on them."""

from datetime import datetime

import pytest

from hub.events.changes import Entrant, EventSettled
from hub.events.faults import TournamentError
from hub.events.line_ups import handed_in, is_late, line_up_given, line_up_remarks
from hub.events.match_forms import match_forms
from hub.events.printing import print_html
from hub.events.published import with_initials
from hub.events.telling import change_said
from tests.hub.events.conftest import InMemory

EIGHT = ["Jelle", "Sytske", "-", "Ype", "Auke", "Durk", "null", "Hiske"]
SATURDAY = "2026-11-21"


def eights(competition="B", **made):
    made = {"group": "I"} | made if competition == "B" else made
    event = InMemory(competition, **made)
    event.enter(*(Entrant(id, f"Klup {id.upper()}") for id in "abcd"))
    return event


def give(event, team, players, at="09:40", *, has_reason=False):
    now = datetime(2026, 11, 20, 20, 0)
    return event.put(line_up_given(event.state, team, players, handed_in(event.state, at, now), has_reason=has_reason))


def refused(event, team, players, **more):
    with pytest.raises(TournamentError) as wrong:
        give(event, team, players, **more)
    return str(wrong.value)


def test_a_list_is_kept_with_its_time_and_taken_back():
    event = eights(date=SATURDAY)
    told = give(event, "a", EIGHT)
    assert event.state.line_ups["a"].players == ("Jelle", "Sytske", "", "Ype", "Auke", "Durk", "", "Hiske")
    assert str(change_said(told)).startswith("list of a, handed in at 2026-11-21 09:40: 1 Jelle")
    event.undo()
    assert event.state.line_ups == {}


@pytest.mark.parametrize(
    ("date", "text", "at"),
    [
        (SATURDAY, "9.40", "2026-11-21T09:40"),
        ("", "09:40", "2026-11-20T09:40"),
        (SATURDAY, "2026-11-19 21:15", "2026-11-19T21:15"),
        (SATURDAY, "19-11-2026T21:15", "2026-11-19T21:15"),
        (SATURDAY, "", "2026-11-20T20:00"),
    ],
)
def test_the_time_is_that_of_the_day_of_the_event(date, text, at):
    event = eights(date=date)
    assert give(event, "a", EIGHT, text).at == at


def test_a_time_that_is_none_is_refused():
    assert refused(eights(), "a", EIGHT, at="25:00") == "at is '25:00'; a time such as 09:45 was expected"
    assert "a date such as 2014-09-01 was expected" in refused(eights(), "a", EIGHT, at="sneon 9:00")


@pytest.mark.parametrize(("at", "late"), [("09:45", False), ("09:46", True), ("2026-11-20 23:00", False)])
def test_a_list_less_than_a_quarter_before_the_start_is_told(at, late):
    event = eights(date=SATURDAY, start="10:00")
    given = give(event, "a", EIGHT, at)
    told = [str(one) for one in line_up_remarks(event.state, given)]
    assert is_late(event.state, given) is late
    begins = "the list of a was handed in at 2026-11-21 09:46, less than a quarter of an hour before the start at 10:00 (B 6)"
    assert [one.startswith(begins) for one in told] == [True] * late


def test_without_an_hour_of_the_start_nothing_is_guessed_and_teams_of_four_have_no_such_hour():
    event = eights(date=SATURDAY)
    (told,) = line_up_remarks(event.state, give(event, "a", EIGHT))
    assert "is not told" in str(told)
    event = eights("G", date=SATURDAY, start="10:00")
    assert line_up_remarks(event.state, give(event, "a", EIGHT[:4], "09:59")) == []


@pytest.mark.parametrize(
    ("team", "players", "said"),
    [
        ("x", EIGHT, "nobody here has the id 'x'"),
        ("a", EIGHT[:7], "7 players are named; 8 were expected in the order of the boards"),
        ("a", ["-"] * 8, "the list names nobody"),
        ("a", ["Jelle", "jelle", *EIGHT[2:]], "Jelle is in the list twice"),
        ("a", ["Wytse d\u2019Ê", "Wytse d'E\u0302", *EIGHT[2:]], "Wytse d\u2019Ê is in the list twice"),
        ("a", ["=1", *EIGHT[1:]], "player is '=1'; it would be a formula"),
        ("b", ["-"] * 7 + ["Ype"], "Ype is in the list of a already"),
        ("a", EIGHT, "a has handed in this list already"),
    ],
)
def test_what_cannot_be_is_refused(team, players, said):
    event = eights()
    give(event, "a", EIGHT)
    assert refused(event, team, players).startswith(said)


def test_players_are_in_lists_of_teams_alone(kk):
    assert refused(kk, "p1", EIGHT) == "lists of players are of teams, in competitions B and G; competition C has players"


def test_after_round_1_was_paired_a_list_is_changed_with_a_reason_alone():
    event = eights()
    give(event, "a", EIGHT)
    give(event, "a", EIGHT[::-1])
    event.pair()
    assert refused(event, "a", EIGHT).endswith("holds for all rounds (B 6); the arbiter changes it with a reason: --reason")
    give(event, "a", EIGHT, has_reason=True)
    give(event, "b", ["Wytse", *["-"] * 7])
    assert set(event.state.line_ups) == {"a", "b"}


def test_the_colours_of_a_match_go_by_odd_and_even_boards_and_empty_ones_are_lost():
    event = eights("G")
    event.pair()
    give(event, "a", ["a1", "-", "a3", "-"])
    give(event, "d", ["d1", "d2", "-", "-"])
    match, other = match_forms(event.state, 1, "en")
    assert (match["white"], match["black"]) == ("a", "d")
    assert [(one["first"], one["second"], one["white"], one["lost"]) for one in match["boards"]] == [
        ("a1", "d1", "first", ""),
        ("", "d2", "second", "0-1"),
        ("a3", "", "first", "1-0"),
        ("", "", "second", "0-0"),
    ]
    assert [(one["first"], one["white"], one["lost"]) for one in other["boards"][:2]] == [(None, "first", ""), (None, "second", "")]


def test_a_board_is_not_lost_before_the_other_list_is_there():
    event = eights("G")
    event.pair()
    give(event, "a", ["a1", "-", "a3", "a4"])
    match = match_forms(event.state, 1, "en")[0]
    assert [(one["first"], one["lost"]) for one in match["boards"]][:2] == [("a1", ""), ("", "")]


def test_the_forms_are_printed_in_three_languages_with_both_captains():
    event = eights(date=SATURDAY)
    event.pair()
    give(event, "a", EIGHT)
    give(event, "d", [f"d{number}" for number in range(1, 9)])
    pages = {lang: print_html(event.state, "slips", 1, lang) for lang in ("en", "nl", "fy")}
    assert "Captain of Klup A" in pages["en"]
    assert pages["en"].count("by default") == 2
    assert "Aanvoerder van Klup A" in pages["nl"]
    assert "Oanfierder fan Klup A" in pages["fy"]
    assert pages["nl"].count('<section class="match">') == 2


def test_with_initials_the_players_have_initials_too():
    event = eights()
    give(event, "a", ["Jelle de Vries", *EIGHT[1:]])
    event.put(EventSettled("initials"))
    assert with_initials(event.state).line_ups["a"].players[:3] == ("J.d.V.", "S.", "")
