"""Play-offs at boards: of teams board by board as a match, with colours reversed, of players as a game that is given a board."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.events.as_json import decoded, encoded
from hub.events.changes import PlayOffPlayed
from hub.events.faults import TournamentError
from hub.events.match_boards import EMPTY, NOT_PLAYED, PLAYED, boards_in, score_of
from hub.events.match_entering import boards_of
from hub.events.play_off_changes import PlayOffAtBoard, PlayOffBoards, PlayOffsGiven
from hub.events.play_off_entering import play_off_board, play_off_boards, play_off_by_board, play_off_played
from hub.events.play_offs import play_off_seats, play_offs_now, round_told
from hub.events.seats import seats_of
from hub.events.standing import standings_of
from hub.events.state import folded, play_off_keys
from hub.events.telling import change_said
from tests.hub.events.conftest import JELLE, InMemory
from tests.hub.events.level import PLAYERS, by_lot, four_equal, two_equal


@pytest.fixture
def level() -> InMemory:
    return two_equal()


def boards(event: InMemory, text: str, *, corrects: bool = False) -> PlayOffBoards:
    """Enter the boards of the play-off of the one that is named first now."""
    first = play_offs_now(event.state) or [min(event.state.matches)]
    return event.put(play_off_boards(event.state, None, first[0][1:], boards_in(text, "G"), corrects=corrects))


def refusal(event: InMemory, text: str) -> str:
    with pytest.raises(TournamentError) as error:
        boards(event, text)
    return str(error.value)


def test_a_play_off_of_teams_is_entered_board_by_board(level):
    (key,) = play_offs_now(level.state)
    assert key[0] == -1
    boards(level, "1-0, draw, -, .")
    assert standings_of(level.state)["open"], "it has no result yet"
    assert level.state.play_offs == ()
    boards(level, "1-0, draw, -+, 1-0")
    assert level.state.play_offs == (PlayOffPlayed(*key[1:], "1.5-2.5"),)
    assert standings_of(level.state)["open"] == []
    assert standings_of(level.state)["table"][0]["id"] == key[2]
    level.undo()
    assert (level.state.play_offs, level.state.matches[key].boards) == ((), ("1-0", "draw", "", ""))


def test_one_that_is_drawn_is_played_again_with_colours_reversed(level):
    ((_, first, second),) = play_offs_now(level.state)
    boards(level, "1-0 1-0 1-0 1-0")
    assert play_offs_now(level.state) == [(-1, second, first)]
    with pytest.raises(TournamentError, match=f"{second} has White in this play-off"):
        play_off_boards(level.state, (-2, first, second), (first, second), boards_in("1-0 - - -", "G"), corrects=False)
    boards(level, "draw draw draw draw")
    assert play_offs_now(level.state) == [(-2, first, second)]
    boards(level, "1-0 0-1 1-0 0-1")
    assert play_off_keys(level.state) == [(-1, first, second), (-1, second, first), (-2, first, second)]
    assert standings_of(level.state)["table"][0]["id"] == first


def test_the_players_are_those_of_the_lists_in_their_order():
    event = two_equal(with_lists=True)
    (key,) = play_offs_now(event.state)
    names = {one.id: one.shown for one in event.state.entrants}
    mine, others = PLAYERS[key[1]], PLAYERS[key[2]]
    turns = [(mine, others) if number % 2 else (others, mine) for number in range(1, 5)]
    assert [seats_of(event.state, (*key, number), names)[0] or "" for number in (1, 2, 4)] == [turns[at][0][at] for at in (0, 1, 3)]
    missing = boards_of(event.state, *key)
    assert missing == ("", "", "+-" if key[1] == "a" else "-+", ""), "board 3 is lost by the list of b (B 6)"
    boards(event, "draw draw - draw")
    assert event.state.play_offs[0].result == ("2.5-1.5" if key[1] == "a" else "1.5-2.5")


def test_boards_that_have_a_result_are_corrected_with_a_reason(level):
    boards(level, "1-0 - - -")
    said = refusal(level, "0-1 - - -")
    assert said.startswith("board 1 of the play-off ")
    assert said.endswith("has the result 1-0 already; a correction wants a reason: --reason")
    assert "nothing would change" in refusal(level, "1-0 - - -")
    boards(level, "0-1 1-0 1-0 1-0", corrects=True)
    assert level.state.play_offs[0].result == "1-3"
    boards(level, "0-1 1-0 1-0 -", corrects=True)
    assert level.state.play_offs == ()
    assert len(play_offs_now(level.state)) == 1


def test_the_last_one_that_was_drawn_is_corrected_by_the_names_of_its_teams_too(level):
    ((_, *teams),) = play_offs_now(level.state)
    boards(level, "1-0 1-0 1-0 1-0")
    four = boards_in("1-0 draw 1-0 1-0", "G")
    with pytest.raises(TournamentError, match=f"{teams[1]} has White in this play-off"):
        play_off_boards(level.state, None, teams, four, corrects=False)
    level.put(play_off_boards(level.state, None, teams, four, corrects=True))
    assert level.state.play_offs == (PlayOffPlayed(*teams, "2.5-1.5"),)


def test_what_a_later_play_off_rests_on_is_not_corrected(level):
    (key,) = play_offs_now(level.state)
    boards(level, "draw draw draw draw")
    boards(level, "draw draw draw draw")
    with pytest.raises(TournamentError, match="have played a later play-off since; take it back first"):
        play_off_board(level.state, key, "1", "1-0", corrects=True)


def test_what_a_play_off_rests_on_that_has_begun_is_not_corrected(level):
    boards(level, "1-0 - - -")
    ((_, first, second),) = play_offs_now(level.state)
    with pytest.raises(TournamentError, match=f"boards of the play-off {first} - {second} have results; take it back first"):
        level.result(3, "a", "b", "4-0", corrects=True)
    level.undo()
    level.result(3, "a", "b", "4-0", corrects=True)
    level.result(3, "a", "b", "2-2", corrects=True)
    boards(level, "draw draw draw draw")
    boards(level, "- 1-0 - -")
    (key, _) = level.state.matches
    with pytest.raises(TournamentError, match="rests on the results as they are: boards of the play-off"):
        play_off_board(level.state, key, "1", "1-0", corrects=True)
    boards(level, "1-0 1-0 1-0 1-0")
    boards(level, "- 1-0 - -")
    boards(level, "1-0 - - -", corrects=True)


def test_board_points_go_on_to_be_taken_in_either_order(level):
    ((_, first, second),) = play_offs_now(level.state)
    level.put(play_off_played(level.state, second, first, "2.5-1.5"))
    assert level.state.play_offs == (PlayOffPlayed(first, second, "1.5-2.5"),)
    level.undo()
    boards(level, "1-0 - - -")
    with pytest.raises(TournamentError, match="which board points would replace; a correction wants a reason"):
        play_off_played(level.state, first, second, "3-1")
    level.put(play_off_played(level.state, first, second, "3-1", corrects=True))
    assert level.state.matches == {}
    level.undo()
    assert len(level.state.matches) == 1


def test_what_is_not_to_be_played_is_refused(level):
    ((_, first, second),) = play_offs_now(level.state)
    four = boards_in("1-0 - - -", "G")
    for key, what in (((-2, first, second), "no play-off"), ((-1, second, first), "has White"), ((-1, first, "c"), "no play-off")):
        with pytest.raises(TournamentError, match=what):
            play_off_boards(level.state, key, key[1:], four, corrects=False)
        with pytest.raises(TournamentError, match=what):
            play_off_by_board(level.state, (*key, 1), "1-0")
    with pytest.raises(TournamentError, match="nobody here has the id"):
        play_off_board(level.state, (-1, "x", first), "1", "1-0", corrects=False)
    with pytest.raises(TournamentError, match="is no board of the match"):
        play_off_board(level.state, (-1, first, second), "5", "1-0", corrects=False)
    level.undo()
    with pytest.raises(TournamentError, match="before the last game is in"):
        play_off_boards(level.state, (-1, first, second), (first, second), four, corrects=False)
    assert play_offs_now(level.state) == []


def test_what_was_entered_and_given_is_said(level):
    ((_, first, second),) = play_offs_now(level.state)
    assert str(change_said(boards(level, "1-0 - -+ draw"))) == f"play-off {first} - {second}, by boards: 1: 1-0; 3: 0-1 by default; 4: ½-½"
    given = PlayOffsGiven(1, (PlayOffAtBoard(first, second, "7", 2),))
    assert str(change_said(given)) == f"play-off: board 2 of {first} - {second} at board 7"
    assert round_told(-2) == "play-off 2"
    for change in (given, level.rows[-1].change):
        assert decoded(*encoded(change, JELLE))[0] == change


def test_a_play_off_of_players_is_given_a_board_like_any_game():
    tie = four_equal()
    assert list(play_off_seats(tie.state)) == [(-1, "p3", "p1")]
    tie.put(PlayOffsGiven(1, (PlayOffAtBoard("p3", "p1", "7"),)))
    assert tie.state.boards == {(-1, "p3", "p1"): "7"}
    tie.put(play_off_by_board(tie.state, (-1, "p3", "p1"), "draw"))
    assert list(play_off_seats(tie.state)) == [(-1, "p1", "p3")]
    with pytest.raises(TournamentError, match="p1 has White"):
        play_off_by_board(tie.state, (-1, "p3", "p1"), "draw")


def test_colours_by_lot_are_those_with_which_the_board_was_given():
    event = by_lot()
    one, other = play_offs_now(event.state)
    assert one[1:] == other[:0:-1]
    event.put(PlayOffsGiven(1, (PlayOffAtBoard(*one[1:], "7"),)))
    assert play_offs_now(event.state) == [one]
    event.put(PlayOffsGiven(1, (PlayOffAtBoard(*other[1:], "8"),)))
    assert event.state.boards == {other: "8"}, "the lot was told wrongly at first"
    with pytest.raises(TournamentError, match="has White"):
        play_off_played(event.state, *one[1:], "1-0")
    event.put(play_off_played(event.state, *other[1:], "1-0"))
    assert standings_of(event.state)["table"][0]["id"] == other[1]


RESULTS_OF_FOUR = st.lists(st.sampled_from((NOT_PLAYED, *PLAYED, *EMPTY)), min_size=4, max_size=4).map(tuple)


@settings(max_examples=40, deadline=None)
@given(st.lists(RESULTS_OF_FOUR, min_size=1, max_size=6))
def test_play_offs_entered_by_boards_come_to_what_their_board_points_come_to(entered):
    """Whatever is entered, corrected or drawn: the same order follows from the board points alone, and every prefix can be taken back."""
    event = two_equal()
    seen = [event.state]
    for one in entered:
        if not (now := play_offs_now(event.state)):
            break
        try:
            event.put(play_off_boards(event.state, now[0], now[0][1:], one, corrects=True))
        except TournamentError:
            continue
        seen.append(event.state)
    by_points = two_equal()
    for one in event.state.play_offs:
        by_points.put(one)
    assert standings_of(by_points.state) == standings_of(event.state)
    for key in play_off_keys(event.state):
        assert score_of("G", event.state.matches[key].boards).is_over
    for before in reversed(seen):
        assert folded(event.rows) == before
        if before is not seen[0]:
            event.undo()
