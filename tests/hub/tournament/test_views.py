"""Events as the pages show them: what boards said of them, and what the public may see."""

from hub.tournament.at_once import has_result
from hub.tournament.board_results import as_named
from hub.tournament.pairings_view import NOT_PLAYED, rounds_view
from hub.tournament.public_event import public_state
from tests.tournament.events.conftest import KK, InMemory
from tests.tournament.events.test_match_boards import hand_in, key_of
from tournament.events.changes import AppealMade, CommissionMember, CommissionSeated, Entrant, VerdictGiven
from tournament.events.seats import seats_of


def test_boards_of_a_match_have_results_by_the_lists_and_may_have_been_given_their_names_before_these_came():
    match = InMemory("G")
    match.enter(*(Entrant(id, id.title()) for id in ("drachten", "snits", "harns")))
    match.pair()
    key = key_of(match)
    before = tuple(f"{team.title()} 1" for team in key[1:])
    hand_in(match)
    known = [seats_of(state, (*key, 1), {one.id: one.shown for one in state.entrants}) for state in as_named(match.state)]
    assert (known[0], known[-1]) == (("Jelle de Vries", "Durk"), before)
    assert [has_result(match.state, (*key, number)) for number in range(1, 5)] == [False, True, True, True]


def third_round(games: str) -> list[tuple[str, str]]:
    """The results of the third round of four, of whom p3 withdrew after the first, and how its games stand."""
    left = InMemory("A", "p1", "p2", "p3", "p4")
    left.pair()
    left.result(1, "p1", "p2", "1-0")
    left.result(1, "p3", "p4", "1-0")
    left.pair()
    left.withdraw("p3", games)
    left.pair()
    view = rounds_view(left.state, {}, {id: id for id in left.state.by_id})[2]["groups"][0]["games"]
    return [(game["result"], game["status"]) for game in view]


def test_a_game_that_is_not_played_any_more_is_told_as_such_and_has_its_result_where_it_is_won():
    assert third_round("won") == [("1-0", NOT_PLAYED), ("", "open")]
    assert third_round("lapse") == [("", NOT_PLAYED), ("", "open")]


def test_an_appeal_is_not_in_what_the_public_may_see():
    kk = InMemory("C", *KK, in_class="KK")
    kk.put(AppealMade(1, 1, "p5", "p1", "p5", grounds="touched", written=True))
    kk.put(CommissionSeated(1, (CommissionMember("Grou", "Hiske"),), "Hiske", "Hiske", ("Hiske",)))
    kk.put(VerdictGiven(1, (), "reject"))
    seen = public_state(kk.state, {})
    assert (seen.appeals, seen.commissions, seen.verdicts) == ({}, {}, {})
