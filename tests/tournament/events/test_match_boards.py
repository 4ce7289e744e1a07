"""Teams: their lists of players and what boards these lose (B 6), matches and play-offs by boards; and play-offs of players at a board."""

from contextlib import suppress
from datetime import datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.says import says
from tests.tournament.events.conftest import JELLE, InMemory, refuses
from tests.tournament.events.level import PLAYERS, by_lot, four_equal, two_equal
from tournament.errors import TournamentError
from tournament.events.as_json import decoded, encoded
from tournament.events.changes import (
    BoardsEntered,
    BoardsGiven,
    ChangeRow,
    EnteredResult,
    Entrant,
    EventSettled,
    GameAtBoard,
    LineUpGiven,
    MatchBoards,
    ResultsEntered,
    StartChanged,
)
from tournament.events.line_ups import handed_in, is_late, line_up_given, line_up_remarks
from tournament.events.match_boards import EMPTY, NOT_PLAYED, PLAYED, boards_in, score_of
from tournament.events.match_entering import board_entered, boards_of, match_entered, together
from tournament.events.play_off_acts import play_off_boards, play_off_played
from tournament.events.play_offs import play_offs_now, round_told
from tournament.events.published import with_shown_names
from tournament.events.seats import seats, seats_of
from tournament.events.standing import standings_of
from tournament.events.starting import late_lists, start_changed
from tournament.events.state import after, is_play_off
from tournament.events.telling import change_said

FIRST_HAS = {"1-0": 2, "draw": 1, "0-1": 0, "+-": 2, "-+": 0, "--": 0, "": 0}
"""The half points of the first team on an odd board, where it has White."""
GIVEN = {"1-0": 2, "draw": 2, "0-1": 2, "+-": 2, "-+": 2, "--": 0, "": 0}


level = pytest.fixture(two_equal)


@pytest.fixture
def match() -> InMemory:
    event = InMemory("G")
    event.enter(*(Entrant(id, id.title()) for id in ("drachten", "snits", "harns")))
    event.pair()
    return event


def told(event: InMemory) -> tuple[str, str, str]:
    game = event.state.rounds[0].games[0]
    return "1", game.white, game.black


def key_of(event: InMemory) -> tuple[int, str, str]:
    return 1, *told(event)[1:]


def enter(event: InMemory, text: str, *, corrects: bool = False) -> None:
    event.put(together([match_entered(event.state, told(event), boards_in(text, "G"), corrects=corrects)]))


def result_of(event: InMemory) -> tuple[str, bool] | None:
    found = event.state.result_of(1, event.state.rounds[0].games[0])
    return (found.result, found.default) if found else None


@settings(max_examples=60)
@given(st.sampled_from("BG"), st.data())
def test_a_match_comes_to_the_points_of_its_boards(competition, data):
    boards = data.draw(st.lists(st.sampled_from((NOT_PLAYED, *PLAYED, *EMPTY)), min_size=4, max_size=4)) * (2 if competition == "B" else 1)
    score = score_of(competition, boards)
    own = sum(FIRST_HAS[one] if at % 2 == 0 else GIVEN[one] - FIRST_HAS[one] for at, one in enumerate(boards))
    assert score.points == (Fraction(own, 2), Fraction(sum(GIVEN[one] for one in boards) - own, 2))
    assert score.is_over == (NOT_PLAYED not in boards)


def test_a_match_has_a_result_once_every_board_is_decided(match):
    enter(match, "1-0, draw, -, .")
    assert (result_of(match), len(match.state.missing())) == (None, 1)
    assert {row.points for row in standings_of(match.state).table} == {0}
    enter(match, "1-0;½-½;-+;0-1")
    assert result_of(match) == ("2.5-1.5", False)
    assert sorted(row.board_points for row in standings_of(match.state).table) == [0, 1.5, 2.5]
    match.undo()
    assert result_of(match) is None
    enter(match, "-- +- -+ --", corrects=True)
    assert result_of(match) == ("0-2", True), "nobody came"


def test_what_was_entered_is_corrected_with_a_reason_and_board_points_and_boards_do_not_replace_each_other_unasked(match):
    game = told(match)
    enter(match, "1-0 draw - -")
    refuses(says("MatchFault.has-board", board=1), enter, match, "0-1 draw - -")
    refuses(says("MatchFault.same"), enter, match, "1-0 draw - -")
    enter(match, "- draw 1-0 -", corrects=True)
    assert boards_of(match.state, *key_of(match)) == ("", "draw", "1-0", "")
    refuses(says("ResultFault.has-boards"), match.result, *game, "2-2")
    match.result(*game, "2-2", corrects=True)
    assert (result_of(match), match.state.matches) == (("2-2", False), {})
    refuses(says("MatchFault.has-points"), enter, match, "1-0 draw 1-0 0-1")
    enter(match, "1-0 draw 1-0 0-1", corrects=True)
    assert result_of(match) == ("3.5-0.5", False)
    match.result(*game, "*", corrects=True)
    assert (result_of(match), match.state.matches) == (None, {})


def test_boards_are_entered_together_or_alone_and_those_that_cannot_be_are_refused(match, kk):
    refuses(says("MatchBoardFault.count", count=2, competition="G", boards=4), enter, match, "1-0,draw")
    refuses(says("MatchBoardFault.count", count=0), enter, match, "")
    refuses(says("MatchBoardFault.no-result", board=2, text="'2-0'"), enter, match, "1-0,2-0,-,-")
    kk.pair()
    refuses(says("MatchFault.no-teams", competition="C"), match_entered, kk.state, ("1", "p5", "p1"), (), corrects=False)
    match.put(together([board_entered(match.state, told(match), "3", "1-0", corrects=False)]))
    assert boards_of(match.state, *key_of(match)) == ("", "", "1-0", "")
    for board in ("0", "5", "x", ""):
        refuses(says("MatchFault.no-board", boards=4), board_entered, match.state, told(match), board, "1-0", corrects=False)
    refuses(says("ResultFault.unknown"), board_entered, match.state, ("1", "drachten", "ljouwert"), "1", "1-0", corrects=False)
    match.withdraw(told(match)[1], "won")
    refuses(says("MatchFault.withdrawn"), enter, match, "1-0 1-0 1-0 1-0")


def hand_in(event: InMemory) -> None:
    """The lists of both teams: at board 2 the second has a player alone, at 3 the first, at 4 nobody is there."""
    for team, players in zip(told(event)[1:], (("Jelle de Vries", "", "Ype", ""), ("Durk", "Hiske", "", "")), strict=True):
        event.put(LineUpGiven(team, players, "2026-11-21T09:40"))


def seated(event: InMemory) -> list[tuple[str, str]]:
    state = with_shown_names(event.state)
    names = {one.id: one.shown for one in state.entrants}
    return [seats_of(state, (*key_of(event), number), names) for number in range(1, 5)]


def test_the_boards_have_the_players_of_the_lists_or_the_team_and_those_that_the_lists_leave_empty_are_lost(match):
    first, second = (team.title() for team in told(match)[1:])
    before, key = seated(match), key_of(match)
    assert boards_of(match.state, *key) == ("", "", "", "")
    assert before[:2] == [(f"{first} 1", f"{second} 1"), (f"{second} 2", f"{first} 2")]
    hand_in(match)
    assert seated(match)[:3] == [("Jelle de Vries", "Durk"), ("Hiske", f"{first} 2"), ("Ype", f"{second} 3")]
    assert boards_of(match.state, *key) == ("", "+-", "+-", "--")
    refuses(says("MatchFault.has-board", board=2), enter, match, "draw,0-1,-,-")
    assert match_entered(match.state, told(match), boards_in("draw,0-1,-,-", "G"), corrects=True).boards == ("draw", "0-1", "+-", "--")
    enter(match, "draw,-,-,-")
    assert boards_of(match.state, *key) == ("draw", "+-", "+-", "--"), "what is not entered is as the lists have it"
    assert result_of(match) == ("1.5-1.5", False)
    match.put(EventSettled("initials"))
    assert seated(match)[0] == ("J.d.V.", "D.")


def boards(event: InMemory, text: str, *, corrects: bool = False) -> BoardsEntered:
    """Enter the boards of the play-off of the one that is named first now."""
    first = play_offs_now(event.state) or [min(event.state.matches)]
    return event.put(play_off_boards(event.state, *first[0][1:], boards_in(text, "G"), corrects=corrects))


def results(*play_offs: tuple[int, str, str, str]) -> tuple[EnteredResult, ...]:
    return tuple(EnteredResult(*one) for one in play_offs)


def board_of(event: InMemory, key: tuple[int, str, str], number: str, result: str, *, corrects: bool = False) -> MatchBoards:
    """The play-off of that key with the result of one of its boards."""
    return board_entered(event.state, (round_told(key[0]), *key[1:]), number, result, corrects=corrects)


def test_a_play_off_of_teams_is_entered_board_by_board_and_corrected_with_a_reason(level):
    (key,) = play_offs_now(level.state)
    boards(level, "1-0, draw, -, .")
    assert (key[0], level.state.play_offs) == (-1, ())
    assert standings_of(level.state).open, "it has no result yet"
    boards(level, "1-0, draw, -+, 1-0")
    assert level.state.play_offs == results((*key, "1.5-2.5"))
    assert (standings_of(level.state).open, standings_of(level.state).table[0].id) == ((), key[2])
    level.undo()
    assert (level.state.play_offs, level.state.matches[key].boards) == ((), ("1-0", "draw", "", ""))
    refuses(says("MatchFault.has-board", board=1, game="GameSays.play-off"), boards, level, "0-1 draw - -")
    refuses(says("MatchFault.same", game="GameSays.play-off"), boards, level, "1-0 draw - -")
    boards(level, "0-1 1-0 1-0 1-0", corrects=True)
    assert level.state.play_offs[0].result == "1-3"
    boards(level, "0-1 1-0 1-0 -", corrects=True)
    assert (level.state.play_offs, len(play_offs_now(level.state))) == ((), 1)


def test_one_that_is_drawn_is_played_again_with_colours_reversed_and_rests_on_the_one_before(level):
    ((_, first, second),) = play_offs_now(level.state)
    boards(level, "1-0 1-0 1-0 1-0")
    assert play_offs_now(level.state) == [(-1, second, first)]
    four = boards_in("1-0 draw 1-0 1-0", "G")
    refuses(says("PlayOffFault.other-way"), play_off_boards, level.state, first, second, four)
    level.put(play_off_boards(level.state, first, second, four, corrects=True))
    assert level.state.play_offs == results((-1, first, second, "2.5-1.5")), "the last one is corrected by the names of its teams too"
    level.undo()
    boards(level, "draw draw draw draw")
    assert play_offs_now(level.state) == [(-2, first, second)]
    refuses(says("PlayOffFault.later"), board_of, level, (-1, first, second), "1", "-", corrects=True)
    refuses(says("RestingFault.rests"), board_of, level, (-1, first, second), "1", "0-1", corrects=True)
    boards(level, "1-0 0-1 1-0 0-1")
    assert [key for key in level.state.results if is_play_off(key)] == [(-1, first, second), (-1, second, first), (-2, first, second)]
    assert standings_of(level.state).table[0].id == first


def test_the_players_are_those_of_the_lists_in_their_order():
    event = two_equal(with_lists=True)
    (key,) = play_offs_now(event.state)
    names = {one.id: one.shown for one in event.state.entrants}
    mine, others = PLAYERS[key[1]], PLAYERS[key[2]]
    assert [seats_of(event.state, (*key, number), names)[0] for number in (1, 2, 4)] == [mine[0], others[1], others[3]]
    assert boards_of(event.state, *key) == ("", "", "+-" if key[1] == "a" else "-+", ""), "board 3 is lost by the list of b (B 6)"
    boards(event, "draw draw - draw")
    assert event.state.play_offs[0].result == ("2.5-1.5" if key[1] == "a" else "1.5-2.5")


def test_what_a_play_off_rests_on_that_has_begun_is_not_corrected(level):
    rests = says("RestingFault.rests", what="RestingFault.has-boards")
    boards(level, "1-0 - - -")
    refuses(rests, level.result, 3, "a", "b", "4-0", corrects=True)
    level.undo()
    level.result(3, "a", "b", "4-0", corrects=True)
    level.result(3, "a", "b", "2-2", corrects=True)
    boards(level, "draw draw draw draw")
    boards(level, "- 1-0 - -")
    (key, _) = level.state.matches
    refuses(rests, board_of, level, key, "1", "1-0", corrects=True)
    boards(level, "1-0 1-0 1-0 1-0")
    boards(level, "- 1-0 - -")
    boards(level, "1-0 - - -", corrects=True)


def test_board_points_go_on_to_be_taken_in_either_order(level):
    ((_, first, second),) = play_offs_now(level.state)
    level.put(play_off_played(level.state, second, first, "2.5-1.5"))
    assert level.state.play_offs == results((-1, first, second, "1.5-2.5"))
    level.undo()
    boards(level, "1-0 - - -")
    refuses(says("ResultFault.has-boards", game="GameSays.play-off"), play_off_played, level.state, first, second, "3-1")
    level.put(play_off_played(level.state, first, second, "3-1", corrects=True))
    assert level.state.matches == {}
    level.undo()
    assert len(level.state.matches) == 1


def test_what_is_not_to_be_played_is_refused(level):
    ((_, first, second),) = play_offs_now(level.state)
    four = boards_in("1-0 - - -", "G")
    for key, code in (((-2, first, second), "not-wanted"), ((-1, second, first), "other-way"), ((-1, first, "c"), "not-wanted")):
        what = says(f"PlayOffFault.{code}")
        refuses(what, match_entered, level.state, (round_told(key[0]), *key[1:]), four, corrects=False)
        refuses(what, board_of, level, key, "1", "1-0")
    refuses(says("ResultFault.unknown"), board_of, level, (-1, "x", first), "1", "1-0")
    refuses(says("MatchFault.no-board"), board_of, level, (-1, first, second), "5", "1-0")
    level.undo()
    refuses(says("PlayOffFault.too-early"), play_off_boards, level.state, first, second, four)
    assert play_offs_now(level.state) == []


def test_what_was_entered_and_given_is_said(match, level):
    enter(match, "1-0 - -+ draw")
    assert str(change_said(match.rows[-1].change)).endswith(", by boards: 1: 1-0; 3: 0-1 by default; 4: ½-½")
    enter(match, "- - - -", corrects=True)
    assert str(change_said(match.rows[-1].change)).endswith("by boards: no board has a result")
    ((_, first, second),) = play_offs_now(level.state)
    assert str(change_said(boards(level, "1-0 - -+ draw"))) == f"play-off {first} - {second}, by boards: 1: 1-0; 3: 0-1 by default; 4: ½-½"
    given = BoardsGiven(-1, (GameAtBoard(first, second, "7", 2),))
    assert str(change_said(given)) == f"play-off: board 2 of {first} - {second} at board 7"
    assert round_told(-2) == "play-off 2"
    for change in (given, level.rows[-1].change):
        assert decoded(1, encoded(ChangeRow(1, 1, JELLE, change))).change == change


def test_a_play_off_of_players_is_given_a_board_like_any_game():
    tie = four_equal()
    assert list(seats(tie.state))[6:] == [(-1, "p3", "p1")]
    tie.put(BoardsGiven(-1, (GameAtBoard("p3", "p1", "7"),)))
    assert tie.state.boards == {(-1, "p3", "p1"): "7"}
    tie.result("play-off 1", "p3", "p1", "draw")
    assert list(seats(tie.state))[6:] == [(-1, "p1", "p3")]
    refuses(says("ResultFault.has-one", game="GameSays.play-off"), tie.result, "play-off-1", "p3", "p1", "draw")
    refuses(says("PlayOffFault.other-way", white="p1"), tie.result, "play-off-2", "p3", "p1", "draw")
    refuses(says("PlayOffFault.no-result"), tie.result, "play-off-1", "p1", "p3", "1-0", default=True)
    tie.result("play-off-1", "p3", "p1", "*", corrects=True)
    assert str(change_said(tie.rows[-1].change)) == "play-off p3 - p1: the result is taken away"
    assert tie.state.play_offs == ()


def test_colours_by_lot_are_those_with_which_the_board_was_given():
    event = by_lot()
    one, other = play_offs_now(event.state)
    assert one[1:] == other[:0:-1]
    event.put(BoardsGiven(-1, (GameAtBoard(*one[1:], "7"),)))
    assert play_offs_now(event.state) == [one]
    event.put(BoardsGiven(-1, (GameAtBoard(*other[1:], "8"),)))
    assert event.state.boards == {other: "8"}, "the lot was told wrongly at first"
    refuses(says("PlayOffFault.other-way"), play_off_played, event.state, *one[1:], "1-0")
    event.put(play_off_played(event.state, *other[1:], "1-0"))
    assert standings_of(event.state).table[0].id == other[1]


RESULTS_OF_FOUR = st.lists(st.sampled_from((NOT_PLAYED, *PLAYED, *EMPTY)), min_size=4, max_size=4).map(tuple)


@settings(max_examples=25, deadline=None)
@given(st.lists(RESULTS_OF_FOUR, min_size=1, max_size=6))
def test_play_offs_entered_by_boards_come_to_what_their_board_points_come_to(entered):
    """Whatever is entered, corrected or drawn: the same order follows from the board points alone."""
    event = two_equal()
    for one in entered:
        if not (now := play_offs_now(event.state)):
            break
        with suppress(TournamentError):
            event.put(play_off_boards(event.state, *now[0][1:], one, corrects=True))
    by_points = two_equal()
    for one in event.state.play_offs:
        by_points.put(ResultsEntered((one,)))
    assert standings_of(by_points.state) == standings_of(event.state)
    for key in filter(is_play_off, event.state.results):
        assert score_of("G", event.state.matches[key].boards).is_over


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
    assert give(eights(date=date), "a", EIGHT, text).at == at


@pytest.mark.parametrize(
    ("competition", "start", "at", "late", "told"),
    [
        ("B", "10:00", "09:45", False, []),
        ("B", "10:00", "09:46", True, ["LineUpFault.late"]),
        ("B", "10:00", "2026-11-20 23:00", False, []),
        ("B", "", "09:59", None, ["LineUpFault.no-start"]),
        ("G", "10:00", "09:59", None, []),
    ],
)
def test_a_list_less_than_a_quarter_before_the_start_is_told_in_b_alone(competition, start, at, late, told):
    """Without an hour of the start nothing is guessed."""
    event = eights(competition, date=SATURDAY, start=start)
    given = give(event, "a", EIGHT[: 8 if competition == "B" else 4], at)
    assert [one.code for one in line_up_remarks(event.state, given)] == told
    assert is_late(event.state, given) is late


@pytest.mark.parametrize(
    ("team", "players", "said"),
    [
        ("x", EIGHT, says("LineUpFault.unknown", id="'x'")),
        ("a", EIGHT[:7], says("LineUpFault.count", count=7, boards=8)),
        ("a", ["-"] * 8, says("LineUpFault.nobody")),
        ("a", ["Jelle", "jelle", *EIGHT[2:]], says("LineUpFault.twice", name="Jelle")),
        ("a", ["Wytse d\u2019Ê", "Wytse d'E\u0302", *EIGHT[2:]], says("LineUpFault.twice", name="Wytse d\u2019Ê")),
        ("a", ["=1", *EIGHT[1:]], says("GivenTextFault.formula", what="player", text="'=1'")),
        ("b", ["-"] * 7 + ["Ype"], says("LineUpFault.other-team", name="Ype", id="a")),
        ("a", EIGHT, says("LineUpFault.same", id="a")),
    ],
)
def test_what_cannot_be_is_refused(team, players, said):
    event = eights()
    give(event, "a", EIGHT)
    refuses(said, give, event, team, players)
    refuses(says("GivenTextFault.no-time", what="at", text="'25:00'"), give, event, team, players, "25:00")
    refuses(says("GivenTextFault.no-date"), give, event, team, players, "sneon 9:00")
    refuses(says("LineUpFault.no-teams", competition="A"), give, InMemory("A", "a"), "a", EIGHT)
    event.pair()
    event.withdraw("b", "lapse")
    refuses(says("LineUpFault.out-already", id="b"), give, event, "b", EIGHT)


def test_a_list_is_kept_with_its_time_taken_back_and_after_round_1_was_paired_changed_with_a_reason_alone():
    event = eights(date=SATURDAY)
    told = give(event, "a", EIGHT)
    assert event.state.line_ups["a"].players == ("Jelle", "Sytske", "", "Ype", "Auke", "Durk", "", "Hiske")
    assert str(change_said(told)).startswith("list of a, handed in at 2026-11-21 09:40: 1 Jelle")
    event.undo()
    assert event.state.line_ups == {}
    give(event, "a", EIGHT)
    give(event, "a", EIGHT[::-1])
    event.pair()
    refuses(says("LineUpFault.paired", id="a"), give, event, "a", EIGHT)
    give(event, "a", EIGHT, has_reason=True)
    give(event, "b", ["Wytse", *["-"] * 7])
    assert set(event.state.line_ups) == {"a", "b"}


def test_the_hour_of_the_start_is_changed_and_taken_back_and_lists_that_are_in_want_a_reason_for_another():
    event = eights(date=SATURDAY, start="10:00")
    change = event.put(start_changed(event.state, "9.30", has_reason=False))
    assert (change, event.state.made.start) == (StartChanged("10:00", "09:30"), "09:30")
    assert decoded(1, encoded(ChangeRow(1, 1, JELLE, change))).change == change
    assert str(change_said(change)) == "start 10:00 \u2192 09:30"
    event.undo()
    assert event.state.made.start == "10:00"
    for team, at in (("a", "09:40"), ("b", "09:10")):
        give(event, team, [f"{team}{number}" for number in range(1, 9)], at)
    refuses(says("StartFault.lists"), start_changed, event.state, "09:30", has_reason=False)
    for start, teams in (("09:30", ["a"]), ("11:00", []), ("", [])):
        told = late_lists(after(event.state, start_changed(event.state, start, has_reason=True)))
        assert [(one.code, one.values["id"]) for one in told] == [("LineUpFault.late", team) for team in teams], "too late for it"
    for start, text, code in (("10:00", "10.00", "same"), ("", " ", "no-hour")):
        refuses(says(f"StartFault.{code}"), start_changed, eights(date=SATURDAY, start=start).state, text, has_reason=True)
