"""Matches of teams and play-offs at the hub's boards: given names, with results that wait for a tap, count at once, or are held back."""

from typing import NamedTuple
from urllib.parse import quote

import pytest
from werkzeug.datastructures import MultiDict

from hub.app import EVENTS
from hub.organiser.act_asked import ActAsked
from hub.organiser.acts import done
from hub.tournament.board_results import BoardWord
from hub.tournament.public_event import public_state
from hub.tournament.standings_view import standings_view
from tests.hub.organiser.conftest import Organiser, public, shows
from tests.support.waiting import wait_until
from tests.tournament.events.conftest import InMemory
from tests.tournament.events.level import by_lot, four_equal, match_of_two, two_equal
from tournament.events.changes import EnteredResult, ResultsEntered
from tournament.events.drawing import drawn
from tournament.events.play_offs import play_offs_now
from tournament.events.withdrawing import order_decided


def test_a_play_off_of_players_is_given_a_board_and_played(app, boards):
    anke = Organiser(app)
    anke.keep(four_equal())
    assert "Give boards" in anke.see("club/standings").text
    glance = anke.see("club").text
    assert "<summary>Play-offs to be played: 1</summary>" in glance
    assert "All rounds are played. Play-offs or decisions are still open." in glance
    answer = anke.act("boards", "club/standings", round=-1, white="p3", black="p1", number="0", board="1")
    assert "the round is play-off 1" in answer.text
    assert boards[0].names == ("p3", "p1")
    boards[0].play("draw")
    assert "the board says ½-½" in shows(lambda: anke.see("club/standings").text, "Confirm: ½-½")
    rounds = anke.see("club").text
    assert '<a href="/organise/club/standings#game-play-off-1-2">Play-off game 1</a>: p3 \u2013 p1 · ½-½' in rounds
    assert "game=-1%09p3%09p1%09draw" in rounds, "it is confirmed with those of the rounds"
    assert anke.act("confirm", "club/standings", game="-1\tp3\tp1\t1-0").status_code == 400, "the board says something else"
    assert "<h2>Board 1</h2>" in anke.see("club/print/play-offs").text
    anke.act("confirm", "club/standings", game="-1\tp3\tp1\tdraw")
    assert anke.state().play_offs == (EnteredResult(-1, "p3", "p1", "draw"),)
    assert 'href="/organise/club/print/play-offs"' in anke.see("club/publish").text, "it was drawn, and the next one has a slip"
    anke.act("publish", "club/publish", public="names", at_once="yes")

    def given():  # the hub may not have seen yet that the board waits for its next game
        anke.act("boards", "club/standings", round=-1, white="p1", black="p3", number="0", board="1")
        return boards[0].names == ("p1", "p3")

    wait_until(given)
    boards[0].play("1-0")
    wait_until(lambda: len(anke.state().play_offs) == 2)
    assert "Final standings" in anke.see("club/standings").text
    assert "print/play-offs" not in anke.see("club/publish").text
    assert "no play-off is to be played now" in anke.see("club/print/play-offs").text
    anke.act("undo", "club/log")
    app.extensions[EVENTS].look()
    assert len(anke.state().play_offs) == 1, "the arbiter took it back"


def test_what_was_entered_of_a_play_off_is_corrected_with_a_reason(quiet):
    anke = Organiser(quiet)
    anke.keep(four_equal())
    anke.act("play-off", "club/standings", white="p3", black="p1", result="1-0")
    assert 'value="game -1\tp3\tp1" aria-label="Correct, p3 \u2013 p1"' in anke.see("club/standings").text
    assert '<option value="1-0" selected>' in anke.see("club/standings?open=game+-1%09p3%09p1").text
    anke.act("result", "club/standings", round=-1, white="p3", black="p1", result="0-1", reason="misread")
    assert anke.state().play_offs == (EnteredResult(-1, "p3", "p1", "0-1"),)
    anke.act("result", "club/standings", round=-1, white="p3", black="p1", result="*", reason="not played yet")
    assert anke.state().play_offs == ()


def test_the_results_of_several_play_offs_are_confirmed_at_once(quiet):
    anke, event = Organiser(quiet), InMemory("A", "p1", "p2", "p3", "p|4")
    first, third = {"p1", "p2"}, {"p3", "p|4"}
    for number in (1, 2, 3):
        for game in event.pair().games:
            won = "1-0" if game.white in first else "0-1"
            event.result(number, game.white, game.black, "draw" if game.pair in (first, third) else won)
    anke.keep(event, "two")
    kept, keys = anke.event("two"), play_offs_now(event.state)
    assert [set(key[1:]) for key in keys] == [first, third]
    said = {key: BoardWord(str(board), over=True, result="1-0") for board, key in enumerate(keys, 1)}
    games = MultiDict([("game", "\t".join(map(str, (*key, "1-0")))) for key in keys])
    written, told = done(ActAsked(kept, games, "Anke", said), "confirm")
    assert [(one.white, one.black, one.result) for one in written.state.play_offs] == [(*key[1:], "1-0") for key in keys]
    assert (len(written.rows) - len(kept.rows), len(told)) == (1, 1)


def test_who_has_white_by_lot_is_said_with_the_board(system, app, boards):
    anke, event = Organiser(app), by_lot()
    (_, one, other), _ = play_offs_now(event.state)
    anke.keep(event)
    for kind in ("seats", "play-off"):
        page = anke.see(f"club/standings?open={kind}+-1%09{one}%09{other}").text
        assert page.count('<select name="has-white" required><option value=""></option>') == 1
    for act in ("boards", "play-off"):
        asked = {"round": -1, "number": "0", "board": "1"} if act == "boards" else {"result": "1-0"}
        refused = anke.act(act, "club/standings", white=one, black=other, **asked, **{"has-white": ""})
        assert (refused.status_code, "draw lots for the colours first" in refused.text) == (400, True)
    anke.act("boards", "club/standings", round=-1, white=one, black=other, number="0", board="1", **{"has-white": other})
    assert boards[0].names == (other, one)
    assert 'name="has-white"' not in anke.see(f"club/standings?open=play-off+-1%09{other}%09{one}").text


def test_of_two_games_by_lot_the_first_is_shown_and_the_other_once_its_colours_are_known_and_has_its_appeal(quiet):
    anke, event = Organiser(quiet), match_of_two()
    (one, other) = dict.fromkeys(play_offs_now(event.state))
    anke.keep(event, "youth")
    assert anke.see("youth/standings").text.count('class="play-off"') == 1
    anke.act("play-off", "youth/standings", white=one[1], black=one[2], result="1-0", **{"has-white": one[2]})
    assert anke.state("youth").play_offs == (EnteredResult(*other, "1-0"),)
    assert play_offs_now(anke.state("youth")) == [one]
    game, named = f"play-off 1\t{one[2]}\t{one[1]}", f"Play-off game 1, {one[2]} \u2013 {one[1]}"
    assert f'<option value="{game}">{named}</option>' in anke.see("youth/appeals").text
    asked = {"against": "it is lost", "told": "2026-03-07T18:30", "made": "2026-03-07T19:00", "grounds": "it is not", "written": "yes"}
    page = anke.act("appeal", "youth/appeals", game=game, party=one[1], **asked).text
    assert f"<h3>Appeal 1 · {named}</h3>" in page
    assert f"<dt>Appeal on</dt><dd>play-off game 1 of {one[2]} - {one[1]}</dd>" in page
    anke.act("play-off", "youth/standings", white=one[1], black=one[2], result="draw")
    assert anke.state("youth").play_offs[1] == EnteredResult(*one, "draw")


WORD = BoardWord("7", over=True, result="draw", is_withheld=True)


def test_the_public_sees_no_play_off_that_is_withheld():
    level, tie = two_equal(), four_equal()
    tie.result("play-off-1", "p3", "p1", "draw")
    tie.result("play-off-1", "p1", "p3", "1-0")
    assert public_state(tie.state, {(-1, "p1", "p3"): WORD}).play_offs == tie.state.play_offs[:1]
    assert public_state(tie.state, {(-1, "p3", "p1"): WORD}).play_offs == ()
    ((_, first, second),) = play_offs_now(level.state)
    level.result("play-off-1", first, second, "3-1")
    assert public_state(level.state, {(-1, first, second, 3): WORD}).play_offs == ()


def test_while_a_game_of_a_round_is_withheld_the_public_sees_standings_without_a_play_off():
    tie, names = four_equal(), {one: one for one in ("p1", "p2", "p3", "p4")}
    tie.result("play-off-1", "p3", "p1", "1-0")
    seen = public_state(tie.state, {(3, "p1", "p3"): WORD})
    assert (seen.play_offs, standings_view(seen, names, "en")["missing"]) == ((), 1)
    tie.undo()
    tie.put(order_decided(tie.state, ("p3", "p1")))
    seen = public_state(tie.state, {(3, "p1", "p3"): WORD})
    assert (seen.decided, standings_view(seen, names, "en")["final"]) == ((), False)
    assert public_state(tie.state, {}).decided == tie.state.decided
    groups = InMemory("A", *[f"s{number}" for number in range(8)])
    groups.put(drawn(groups.state, 1))
    one, other = groups.state.lot.groups
    for white, black in (one[:2], other[:2], (one[0], other[0])):
        groups.put(ResultsEntered((EnteredResult(-1, white, black, "1-0"),)))
    assert public_state(groups.state, {(1, *other[2:]): WORD}).play_offs == groups.state.play_offs[:1]


class Seats(NamedTuple):
    """A match or a play-off of teams: its arbiter, the page on which it stands, its key and the names of both teams."""

    anke: Organiser
    path: str
    key: tuple
    names: list

    @property
    def game(self):
        return dict(zip(("round", "white", "black"), self.key, strict=True))

    @property
    def state(self):
        return self.anke.state("teams")

    @property
    def boards(self):
        return self.state.matches[self.key].boards

    def see(self):
        return self.anke.see(self.path).text

    def act(self, name, **form):
        return self.anke.act(name, self.path, **form)


@pytest.fixture(params=["teams", "teams/standings"], ids=["match", "play-off"])
def seats(request, system, app):
    anke = Organiser(app)
    if request.param == "teams":
        anke.make(competition="G", key="teams")
        game = anke.pair("teams")[0]
        key = (1, game.white, game.black)
    else:
        anke.keep(two_equal(), "teams")
        (key,) = play_offs_now(anke.state("teams"))
    return Seats(anke, request.param, key, [anke.state("teams").by_id[id].shown for id in key[1:]])


def test_it_is_entered_board_by_board(app, seats):
    first, second = seats.names
    answer = seats.act("result", **seats.game, number=1, result="1-0")
    assert f"½-½, {second} 2 \u2013 {first} 2" in answer.text, "on the even boards the second team has White"
    again = seats.act("result", **seats.game, number=1, result="0-1")
    assert (again.status_code, "--reason" in again.text) == (400, False)
    assert seats.boards[0] == "1-0"
    for number, result, reason in ((1, "0-1", "swapped"), (2, "draw", ""), (3, "-+", ""), (4, "0-1", "")):
        assert seats.act("result", **seats.game, number=number, result=result, reason=reason).status_code == 200
    assert seats.act("result", **seats.game, number=5, result="1-0").status_code == 400
    assert seats.boards == ("0-1", "draw", "-+", "0-1")
    shows(lambda: public(app, "teams").text, "<b>1.5-2.5</b>")
    seats.act("result", **seats.game, number=1, result="1-0", reason="swapped")
    assert seats.state.results[seats.key].result == "2.5-1.5", "what was entered can be corrected"


def test_its_boards_play_and_their_results_wait_for_a_tap_also_one_for_several(seats, boards):
    pair = {"white": [seats.key[1]] * 2, "black": [seats.key[2]] * 2}
    assert seats.act("boards", round=seats.key[0], **pair, number=["1", "2"], board=["1", "2"]).status_code == 200
    first, second = seats.names
    assert [board.names for board in boards] == [(f"{first} 1", f"{second} 1"), (f"{second} 2", f"{first} 2")]
    for board in boards:
        board.begin()
        board.end("1-0")
    values = ["\t".join(map(str, (*seats.key, "1-0", number))) for number in (1, 2)]
    wait_until(lambda: all(quote(value) in seats.see() for value in values))
    assert seats.state.matches == {}, "nothing counts before the arbiter's tap"
    before = len(seats.anke.event("teams").rows)
    seats.act("confirm", game=values)
    assert (seats.boards, len(seats.anke.event("teams").rows)) == (("1-0", "1-0", "", ""), before + 1)
    boards[0].undo_end()
    boards[0].end("0-1")
    shows(seats.see, "the board says 0-1")


def test_its_boards_count_at_once_where_it_is_set_and_not_again_once_taken_back(app, seats, boards):
    seats.anke.act("publish", "teams/publish", public="names", at_once="yes")
    seats.act("boards", **seats.game, number="2", board="1")
    boards[0].play("0-1")
    wait_until(lambda: seats.state.matches)
    assert (seats.boards, seats.anke.event("teams").rows[-1].who.by) == (("", "0-1", "", ""), "board 1")
    seats.anke.act("undo", "teams/log")
    app.extensions[EVENTS].look()
    assert seats.state.matches == {}
