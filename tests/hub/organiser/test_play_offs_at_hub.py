"""Play-offs at the hub's boards: they are given names, and their results wait for the arbiter's tap, count at once, or are held back."""

import pytest

from hub.app import EVENTS
from hub.events.changes import EventSettled, PlayOffPlayed, Who
from hub.events.drawing import drawn
from hub.events.event_file import append, make_event, read_event
from hub.events.play_offs import play_offs_now
from hub.events.withdrawing import order_decided
from hub.tournament.board_results import BoardWord
from hub.tournament.public_event import public_state
from hub.tournament.standings_view import standings_view
from tests.hub.events.conftest import InMemory
from tests.hub.events.level import by_lot, four_equal, two_equal
from tests.hub.organiser.test_events_at_hub import Organiser, public, shows, soon


def kept(event: InMemory, tmp_path, key):
    """The event as a file in the folder of the hub, published with names."""
    (tmp_path / "events").mkdir(exist_ok=True)
    path = tmp_path / "events" / key
    make_event(path, event.rows[0].change, Who("Anke"), [row.change for row in event.rows[1:]])
    append(read_event(path), EventSettled("names"), Who("Anke"))
    Organiser.folder = path.parent


@pytest.fixture
def teams(app, tmp_path):
    """Two teams of four that are equal, and the play-off of them."""
    kept(two_equal(), tmp_path, "teams")
    organiser = Organiser(app)
    (key,) = play_offs_now(organiser.event("teams").state)
    return organiser, {"round": key[0], "white": key[1], "black": key[2]}


def act(organiser, name, key="teams", **form):
    return organiser.act(name, f"{key}/standings", rows=organiser.event(key).rows[-1].number, **form)


def test_a_play_off_of_teams_is_entered_board_by_board(app, teams):
    anke, game = teams
    page = anke.see("teams/standings").text
    assert 'action="/organise/teams/standings"' in page
    act(anke, "board", **game, number=1, result="1-0")
    assert "1-0 so far" in anke.see("teams/standings").text
    again = act(anke, "board", **game, number=1, result="0-1")
    assert again.status_code == 400
    assert "has the result 1-0 already" in again.text
    assert "--reason" not in again.text
    act(anke, "board", **game, number=1, result="draw", reason="written down wrongly")
    for number, result in ((2, "1-0"), (3, "-+"), (4, "1-0")):
        act(anke, "board", **game, number=number, result=result)
    assert anke.event("teams").state.play_offs == (PlayOffPlayed(game["white"], game["black"], "0.5-3.5"),)
    page = anke.see("teams/standings").text
    assert "Final standings" in page
    assert 'id="game-play-off-1-' in page, "what was entered can be corrected"
    shows(lambda: public(app, "teams").text, "<b>0.5-3.5</b>")
    act(anke, "board", **game, number=1, result="1-0", reason="written down wrongly")
    assert anke.event("teams").state.play_offs[0].result == "1-3"


def test_boards_of_a_play_off_play_and_their_results_wait_for_a_tap(teams, boards):
    anke, game = teams
    pair = {"white": [game["white"]] * 2, "black": [game["black"]] * 2}
    answer = act(anke, "boards", round=game["round"], **pair, number=["1", "2"], board=["1", "2"])
    assert "Board 1: White is" in answer.text
    first, second = game["white"], game["black"]
    assert [board.names for board in boards] == [(f"{first} 1", f"{second} 1"), (f"{second} 2", f"{first} 2")]
    for board in boards:
        board.begin()
        board.end("1-0")
    value = f"-1|{first}|{second}|1-0|2"
    soon(lambda: value in anke.see("teams/standings").text)
    assert anke.event("teams").state.matches == {}, "nothing counts before the arbiter's tap"
    act(anke, "confirm", game=value)
    assert anke.event("teams").state.matches[-1, first, second].boards == ("", "1-0", "", "")
    assert "the board says something else" not in act(anke, "confirm", game=f"-1|{first}|{second}|1-0|1").text


def test_boards_of_a_play_off_count_at_once_where_it_is_set_and_not_again_once_taken_back(app, teams, boards):
    anke, game = teams
    anke.act("settle", "teams/publish", rows=anke.event("teams").rows[-1].number, public="names", at_once="yes")
    act(anke, "boards", round=game["round"], white=game["white"], black=game["black"], number="2", board="1")
    boards[0].play("0-1")
    assert soon(lambda: anke.event("teams").state.matches)[-1, game["white"], game["black"]].boards == ("", "0-1", "", "")
    anke.act("undo", "teams/log", rows=anke.event("teams").rows[-1].number)
    app.extensions[EVENTS].look()
    assert anke.event("teams").state.matches == {}


def test_a_play_off_of_players_is_given_a_board_and_played(app, tmp_path, boards):
    kept(four_equal(), tmp_path, "club")
    anke = Organiser(app)
    assert "Give boards" in anke.see("club/standings").text
    answer = act(anke, "boards", "club", round=-1, white="p3", black="p1", number="0", board="1")
    assert "the round is play-off 1" in answer.text
    assert boards[0].names == ("p3", "p1")
    boards[0].play("draw")
    page = shows(lambda: anke.see("club/standings").text, "Confirm: ½-½")
    assert "the board says ½-½" in page
    wrong = act(anke, "confirm", "club", game="-1|p3|p1|1-0")
    assert "says something else now" in wrong.text
    assert "<h2>Board 1</h2>" in anke.see("club/print/play-offs").text
    act(anke, "confirm", "club", game="-1|p3|p1|draw")
    assert anke.event("club").state.play_offs == (PlayOffPlayed("p3", "p1", "draw"),)
    assert 'href="/organise/club/print/play-offs"' in anke.see("club/publish").text, "it was drawn, and the next one has a slip"
    anke.act("settle", "club/publish", public="names", at_once="yes")

    def given():  # the hub may not have seen yet that the board waits for its next game
        act(anke, "boards", "club", round=-1, white="p1", black="p3", number="0", board="1")
        return boards[0].names == ("p1", "p3")

    assert soon(given)
    boards[0].play("1-0")
    soon(lambda: len(anke.event("club").state.play_offs) == 2)
    assert "Final standings" in anke.see("club/standings").text
    assert "print/play-offs" not in anke.see("club/publish").text
    assert "no play-off is to be played now" in anke.see("club/print/play-offs").text
    anke.act("undo", "club/log")
    app.extensions[EVENTS].look()
    assert len(anke.event("club").state.play_offs) == 1, "the arbiter took it back"


def test_who_has_white_by_lot_is_said_with_the_board(app, tmp_path, boards):
    event = by_lot()
    (_, one, other), _ = play_offs_now(event.state)
    kept(event, tmp_path, "club")
    anke = Organiser(app)
    assert anke.see("club/standings").text.count('name="has-white"') == 2
    act(anke, "boards", "club", round=-1, white=one, black=other, number="0", board="1", **{"has-white": other})
    assert boards[0].names == (other, one)
    assert 'name="has-white"' not in anke.see("club/standings").text


def test_of_two_games_by_lot_the_first_is_shown_and_the_other_once_its_colours_are_known(app, tmp_path):
    event = InMemory("E", *"abcd", in_class="junioren")
    won = {"ab": "a", "bc": "b", "bd": "b", "cd": "c"}  # a and b share the first place, and have not met at a board
    for number in (1, 2, 3):
        for game in event.pair().games:
            winner = won.get("".join(sorted(game.pair)))
            result = "draw" if winner is None else "1-0" if game.white == winner else "0-1"
            event.result(number, game.white, game.black, result, default=winner == "a")
    (one, other) = dict.fromkeys(play_offs_now(event.state))
    kept(event, tmp_path, "youth")
    anke = Organiser(app)
    assert anke.see("youth/standings").text.count('class="play-off"') == 1
    act(anke, "play-off", "youth", white=one[1], black=one[2], result="1-0", **{"has-white": one[2]})
    assert anke.event("youth").state.play_offs == (PlayOffPlayed(*other[1:], "1-0"),)
    assert play_offs_now(anke.event("youth").state) == [one]


def test_a_play_off_that_is_no_number_is_nonsense_and_no_fault(teams):
    anke, game = teams
    for round_ in ("-", "--1", "-9", "- 1", "-" + "9" * 30):
        assert act(anke, "board", **{**game, "round": round_}, number=1, result="1-0").status_code == 400
        told = act(anke, "boards", round=round_, white=game["white"], black=game["black"], number="1", board="1")
        assert told.status_code == 400
    assert anke.event("teams").state.matches == {}


def test_the_public_sees_no_play_off_that_is_withheld():
    level, tie = two_equal(), four_equal()
    tie.put(PlayOffPlayed("p3", "p1", "draw"))
    tie.put(PlayOffPlayed("p1", "p3", "1-0"))
    word = BoardWord("7", over=True, result="draw", is_withheld=True)
    assert public_state(tie.state, {(-1, "p1", "p3"): word}).play_offs == tie.state.play_offs[:1]
    assert public_state(tie.state, {(-1, "p3", "p1"): word}).play_offs == ()
    ((_, first, second),) = play_offs_now(level.state)
    level.put(PlayOffPlayed(first, second, "3-1"))
    assert public_state(level.state, {(-1, first, second, 3): word}).play_offs == ()


def test_while_a_game_of_a_round_is_withheld_the_public_sees_standings_without_a_play_off():
    word, names = BoardWord("7", over=True, result="draw", is_withheld=True), {one: one for one in ("p1", "p2", "p3", "p4")}
    tie = four_equal()
    tie.put(PlayOffPlayed("p3", "p1", "1-0"))
    seen = public_state(tie.state, {(3, "p1", "p3"): word})
    assert (seen.play_offs, standings_view(seen, names, "en")["missing"]) == ((), 1)
    tie.undo()
    tie.put(order_decided(tie.state, ("p3", "p1")))
    seen = public_state(tie.state, {(3, "p1", "p3"): word})
    assert (seen.decided, standings_view(seen, names, "en")["final"]) == ((), False)
    assert public_state(tie.state, {}).decided == tie.state.decided
    groups = InMemory("A", *[f"s{number}" for number in range(8)])
    groups.put(drawn(groups.state, 1))
    one, other = groups.state.lot.groups
    groups.put(PlayOffPlayed(*one[:2], "1-0"))
    groups.put(PlayOffPlayed(*other[:2], "1-0"))
    groups.put(PlayOffPlayed(one[0], other[0], "1-0"))
    assert public_state(groups.state, {(1, *other[2:]): word}).play_offs == groups.state.play_offs[:1]


def test_an_appeal_on_a_play_off_is_entered_on_the_page(app, tmp_path):
    event = by_lot()
    (_, one, other), _ = play_offs_now(event.state)
    kept(event, tmp_path, "club")
    anke = Organiser(app)
    anke.act("play-off", "club/standings", white=one, black=other, result="1-0")
    page = anke.see("club/appeals").text
    assert f'<option value="play-off 1|{one}|{other}">Play-off game 1, {one} \u2013 {other}</option>' in page
    asked = {"against": "it is lost", "told": "2026-03-07T18:30", "made": "2026-03-07T19:00", "grounds": "it is not", "written": "yes"}
    page = anke.act("appeal", "club/appeals", game=f"play-off 1|{one}|{other}", party=other, **asked).text
    assert f"<h3>Appeal 1 · Play-off game 1, {one} \u2013 {other}</h3>" in page
    assert f"<dt>Appeal on</dt><dd>play-off game 1 of {one} - {other}</dd>" in page
