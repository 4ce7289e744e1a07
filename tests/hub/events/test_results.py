"""Results and withdrawals: what is refused, and what the standings then are."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.events.asking import asked
from hub.events.changes import Entrant, LotDrawn
from hub.events.drawing import drawn
from hub.events.faults import TournamentError
from hub.events.play_off_entering import play_off_played
from hub.events.results import result_in, results_of_list
from hub.events.standing import all_standings, notes_of, reason_of, standings_of
from hub.events.state import EventState
from hub.events.tables import rounds_of_tables
from hub.events.withdrawing import order_decided
from record.telling.sentences import tell
from rules.errors import Sentence
from tests.hub.events.conftest import KK, WITHDRAWN_EXAMPLE, InMemory, rounds_of
from tests.hub.events.level import four_equal


def refusal(event: InMemory, *told: object, **more: bool) -> str:
    with pytest.raises(TournamentError) as error:
        event.result(*told, **more)
    return str(error.value)


@pytest.mark.parametrize(
    ("told", "what"),
    [
        ((2, "p5", "p1", "1-0"), "round 2 is not paired; the last one is 1"),
        (("one", "p5", "p1", "1-0"), "'one' is no round; a number from 1 to 1 was expected"),
        ((0, "p5", "p1", "1-0"), "'0' is no round"),
        ((1, "p1", "p2", "1-0"), "p1 and p2 do not play in round 1"),
        ((1, "p1", "p5", "1-0"), "in round 1 p5 has White and p1 has Black; give them in that order"),
        ((1, "p5", "p11", "1-0"), "nobody here has the id 'p11'; did you mean p1?"),
        ((1, "p5", "p1", "2-0"), "'2-0' is no result; 1-0, 0-1 or draw was expected, White first"),
        ((1, "p5", "p1", ""), "'' is no result"),
        ((1, "p5", "p1", "*"), "p5 - p1 of round 1 has no result that could be taken away"),
    ],
)
def test_a_result_that_cannot_be_is_refused(kk, told, what):
    kk.pair()
    assert refusal(kk, *told).startswith(what)
    assert kk.state.results == {}


def test_no_round_is_told(kk):
    assert refusal(kk, 1, "p5", "p1", "1-0").startswith("no round is paired yet")


def test_where_two_meet_is_told(kk):
    kk.pair()
    kk.pair()
    assert refusal(kk, 1, "p1", "p6", "1-0") == "p1 and p6 do not play in round 1; they meet in round 2"


def test_a_correction_wants_a_reason(kk):
    kk.pair()
    kk.result(1, "p5", "p1", "1-0")
    assert refusal(kk, 1, "p5", "p1", "0-1") == "p5 - p1 of round 1 has the result 1-0 already; a correction wants a reason: --reason"
    assert refusal(kk, 1, "p5", "p1", "1-0", corrects=True).endswith("nothing would change")
    kk.result(1, "p5", "p1", "½-½", corrects=True)
    assert [one.result for one in kk.state.results.values()] == ["draw"]
    kk.result(1, "p5", "p1", "*", corrects=True)
    assert kk.state.results == {}


def test_a_draw_is_not_booked(kk):
    kk.pair()
    assert refusal(kk, 1, "p5", "p1", "draw", default=True).startswith("a draw is not booked")


@pytest.mark.parametrize(
    ("text", "kept"), [("5-3", "5-3"), ("4.5-3.5", "4.5-3.5"), ("4,5 - 3,5", "4.5-3.5"), ("4½-3½", "4.5-3.5"), ("8-0", "8-0")]
)
def test_board_points_are_read(text, kept):
    assert result_in(InMemory("B", "a", "b", "c", "d", group="I").state, text, default=False) == kept


@pytest.mark.parametrize("text", ["5-4", "4-3", "1-0", "4.2-3.8", "9-0", "draw", "5", "-"])
def test_board_points_that_cannot_be_are_refused(text):
    with pytest.raises(TournamentError, match="is no result of a match"):
        result_in(InMemory("B", "a", "b", "c", "d", group="I").state, text, default=False)


def test_boards_that_were_empty_on_both_sides_are_booked():
    assert result_in(InMemory("B", "a", "b", "c", "d", group="I").state, "4-3", default=True) == "4-3"


def listed(event: InMemory, text: str, *, corrects: bool = False) -> str:
    try:
        event.put(results_of_list(event.state, text.encode(), corrects=corrects)[0])
    except TournamentError as error:
        return str(error)
    return ""


def test_a_list_is_entered_whole_or_not_at_all(kk):
    kk.pair()
    head = "round,white,black,result\n"
    assert listed(kk, f"{head}1,p5,p1,1-0\n1,p6,p2,3-0\n").startswith("line 3: '3-0' is no result")
    assert listed(kk, f"{head}1,p5,p1,1-0\n1,p2,p7,1-0\n").startswith("line 3: p2 and p7 do not play in round 1")
    assert listed(kk, f"{head}1,p5,p1,1-0\n1,p5,p1,0-1\n") == "line 3: p5 - p1 of round 1 is in line 2 already"
    assert listed(kk, f"{head}1,p5,p1\n") == "line 2: 3 values; 4 were expected"
    assert listed(kk, "round,white,result\n1,p5,1-0\n") == "line 1: no column has the heading black"
    assert listed(kk, f"{head}1,p5,p1,\n") == "the list has no result"
    assert listed(kk, "round,white,black,result,default\n1,p5,p1,1-0,perhaps\n").startswith("line 2: default is 'perhaps'")
    assert kk.state.results == {}
    assert listed(kk, "round;white;black;result;default\n1;p5;p1;1-0;yes\n1;p6;p2;;\n") == ""
    assert [(one.white, one.result, one.default) for one in kk.state.results.values()] == [("p5", "1-0", True)]
    assert listed(kk, f"{head}1,p5,p1,0-1\n").startswith("line 2: p5 - p1 of round 1 has the result 1-0 already")
    assert listed(kk, f"{head}1,p5,p1,0-1\n", corrects=True) == ""


def test_a_list_without_headings_is_read(kk):
    kk.pair()
    assert listed(kk, "1,p5,p1,1-0\n1,p6,p2,remise\n") == ""
    assert [one.result for one in kk.state.results.values()] == ["1-0", "draw"]


def playing(event: InMemory, text: str, out: str = "", after: int = 9) -> EventState:
    """Plays the rounds of a worked example, of which somebody withdraws after so many of his games."""
    for number, games in enumerate(rounds_of(text), 1):
        event.pair()
        for white, black, result in games:
            if out not in (white, black) or number <= after:
                event.result(number, white, black, result)
        if number == after:
            event.withdraw(out)
    return event.state


OUT = {
    4: "p1 2.5 13.5 6, p2 2 12 7, p4 2.5 14 5, p5 3.5 21 2, p6 3 17.5 3, p7 3 16.5 4, p8 4.5 23.5 1",
    5: "p1 3.5 20.5 6, p2 3 19 7, p3 1.5 13 8, p4 3.5 21 5, p5 4 27.5 2, p6 4 25.5 3, p7 4 25 4, p8 4.5 32.5 1",
    6: "p1 3 19.5 7, p2 3 20 6, p3 2 16 8, p4 3.5 22 5, p5 4 27 2, p6 4 25.5 3, p7 4 25 4, p8 4.5 32 1",
}


@pytest.mark.parametrize("after", [4, 5, 6])
def test_c_14_out_after_so_many_games(after):
    state = playing(InMemory("C", *KK, in_class="HAA"), WITHDRAWN_EXAMPLE, "p3", after)
    told = standings_of(state)
    expected = {id: tuple(map(float, figures)) for id, *figures in (one.split() for one in OUT[after].split(", "))}
    assert {row["id"]: (row["points"], row["sb"], row["place"][0]) for row in told["table"]} == expected
    assert told["lapsed"] == (["p3"] if after == 4 else [])
    assert [(one["round"], one["white"]) for one in told["awarded"]] == [(6, "p3"), (7, "p4")][after - 5 if after > 4 else 2 :]


def test_withdrawals_that_cannot_be_are_refused():
    event = InMemory("C", *KK, in_class="HAA")
    for id, games, what in (
        ("p9", "", "nobody here has the id 'p9'"),
        ("p3", "won", "competition C says itself"),
    ):
        with pytest.raises(TournamentError, match=what):
            event.withdraw(id, games)
    playing(event, WITHDRAWN_EXAMPLE)
    with pytest.raises(TournamentError, match="p3 has no game left to play; a withdrawal after the last round changes nothing"):
        event.withdraw("p3")


def test_who_withdrew_does_so_once_and_gets_no_result(kk):
    kk.pair()
    kk.withdraw("p1")
    with pytest.raises(TournamentError, match="p1 has withdrawn already"):
        kk.withdraw("p1")
    assert refusal(kk, 1, "p5", "p1", "1-0").startswith("p1 has withdrawn, and C 14 books the games that are left")
    kk.result(1, "p5", "p1", "1-0", corrects=True)


def test_elsewhere_the_arbiter_says_what_becomes_of_the_games():
    event = InMemory("A", "a", "b", "c", "d")
    event.pair()
    event.result(1, "a", "b", "1-0")
    with pytest.raises(TournamentError, match="competition A leaves the games of a to the arbiter"):
        event.withdraw("a")
    event.withdraw("a", "won")
    told = {row["id"]: row["points"] for row in standings_of(event.state)["table"]}
    assert told == {"a": 1, "b": 0, "c": 1, "d": 1}
    event.undo()
    event.withdraw("a", "lapse")
    assert {row["id"]: row["points"] for row in standings_of(event.state)["table"]} == {"b": 0, "c": 0, "d": 0}


def test_a_match_not_played_is_won_on_all_boards():
    event = InMemory("B", "a", "b", "c", "d", group="II")
    event.pair()
    event.withdraw("d", "won")
    told = {row["id"]: (row["points"], row["board_points"]) for row in standings_of(event.state)["table"]}
    assert told == {"a": (1, 8), "b": (1, 8), "c": (1, 8), "d": (0, 0)}


@pytest.fixture
def tie() -> InMemory:
    return four_equal()


def test_a_play_off_is_entered_until_it_is_won(tie):
    assert standings_of(tie.state)["open"][0]["next"] == [{"white": "p3", "black": "p1"}]
    for white, black, what in (
        ("p1", "p3", "p3 has White in this play-off"),
        ("p1", "p2", "no play-off of p1 and p2"),
        ("p1", "x", "nobody here"),
    ):
        with pytest.raises(TournamentError, match=what):
            play_off_played(tie.state, white, black, "1-0")
    tie.put(play_off_played(tie.state, "p3", "p1", "draw"))
    assert standings_of(tie.state)["open"][0]["next"] == [{"white": "p1", "black": "p3"}]
    tie.put(play_off_played(tie.state, "p1", "p3", "1-0"))
    told = standings_of(tie.state)
    assert [(row["id"], row["place"], row["by"]) for row in told["table"]][:2] == [("p1", [1, 1], "play-off"), ("p3", [2, 2], "play-off")]
    with pytest.raises(TournamentError, match="no play-off of p3 and p1 is to be played now"):
        play_off_played(tie.state, "p3", "p1", "1-0")


def test_before_the_last_game_nothing_is_played_off_or_decided(tie):
    tie.undo()
    game = tie.state.rounds[2].games[-1]
    assert standings_of(tie.state)["over"] is False
    assert not any("play a game" in str(note) for note in notes_of(standings_of(tie.state), {}))
    what = f"nothing is played off or decided before the last game is in: {game.white} - {game.black} of round 3 has no result yet"
    with pytest.raises(TournamentError, match=what):
        play_off_played(tie.state, "p3", "p1", "1-0")
    with pytest.raises(TournamentError, match=what):
        order_decided(tie.state, ["p1", "p3"])
    for _ in range(2):
        tie.undo()
    assert len(tie.state.rounds) == 2
    with pytest.raises(TournamentError, match="round 3 is not paired yet"):
        order_decided(tie.state, ["p1", "p3"])


def test_a_group_that_is_over_waits_for_no_other():
    event = InMemory("A", *(f"p{number}" for number in range(1, 10)))
    event.put(LotDrawn(1, (("p1", "p2", "p3", "p4"), ("p5", "p6", "p7", "p8", "p9"))))
    for number in range(1, 4):
        for game in event.pair().games:
            if game.group == 1:
                event.result(number, game.white, game.black, "draw")
    assert [standings_of(event.state, group)["over"] for group in (1, 2)] == [True, False]
    event.put(order_decided(event.state, ["p1", "p2", "p3", "p4"]))
    with pytest.raises(TournamentError, match="before the last game is in"):
        order_decided(event.state, ["p5", "p6", "p7", "p8", "p9"])
    game = event.state.rounds[0].games[0]
    said = refusal(event, 1, game.white, game.black, "*", corrects=True)
    assert "a play-off or a decision rests on the results as they are" in said
    event.undo()
    event.result(1, game.white, game.black, "*", corrects=True)


def test_a_result_is_not_taken_away_from_under_a_play_off(tie):
    tie.put(order_decided(tie.state, ["p1", "p3"]))
    game = next(game for game in tie.state.rounds[2].games if "p4" in game.pair)
    said = refusal(tie, 3, game.white, game.black, "*", corrects=True)
    assert said.startswith("a play-off or a decision rests on the results as they are")


def test_the_arbiter_decides_an_order_of_equals_alone(tie):
    with pytest.raises(TournamentError, match="are not equal to the end, so that their order is not the arbiter's; those who are: p1 = p3"):
        order_decided(tie.state, ["p1", "p2"])
    tie.put(order_decided(tie.state, ["p3", "p1"]))
    assert [row["id"] for row in standings_of(tie.state)["table"]][:2] == ["p3", "p1"]


def test_why_each_has_his_place_is_said(tie):
    told = standings_of(tie.state)
    names = {"p1": "Anna", "p3": "Bate"}
    assert [str(reason_of(row, told, names)) for row in told["table"]] == [
        "equal with Bate, A 5 C",
        "equal with Anna, A 5 C",
        "by points",
        "by points",
    ]
    assert [str(one) for one in notes_of(told, names)] == ["places 1 to 2: Anna, Bate play a game; next: Bate - Anna"]


def test_sonneborn_berger_is_said_with_both_figures():
    told = standings_of(playing(InMemory("C", *KK, in_class="HAA"), WITHDRAWN_EXAMPLE))
    said = {row["id"]: str(reason_of(row, told, {})) for row in told["table"]}
    assert said["p5"] == "by Sonneborn-Berger, 27 against 25.5, C 15 B, appendix 1"


@pytest.mark.parametrize(("lang", "word"), [("en", "appendix"), ("nl", "bijlage"), ("fy", "bylage")])
def test_an_appendix_is_named_in_the_readers_language(lang, word):
    told = standings_of(playing(InMemory("C", *KK, in_class="HAA"), WITHDRAWN_EXAMPLE))
    row = next(row for row in told["table"] if row["by"] == "sb")
    assert tell(reason_of(row, told, {}), lang).endswith(f", C 15 B, {word} 1")
    swiss = InMemory("F", "a", "b", "c", "d", rounds=1)
    with pytest.raises(TournamentError) as error:
        swiss.withdraw("a", "won")
    assert f"({word} 3)" in tell(error.value.sentence, lang)
    with pytest.raises(TournamentError) as error:
        rounds_of_tables(InMemory("E", "a").state)
    assert f"({word} 2)" in tell(error.value.sentence, lang)
    with pytest.raises(TournamentError) as error:
        asked({"ask": "groups", "competition": "D", "class": "HA", "entries": 1})
    assert f"{word} 2 " in tell(error.value.sentence, lang)


def test_several_groups_have_their_standings_and_the_first_of_all():
    event = InMemory("A", *[f"s{number}" for number in range(8)])
    event.put(drawn(event.state, 5))
    for number in range(1, 4):
        for game in event.pair().games:
            first, *_ = (id for group in event.state.lot.groups for id in group if id in game.pair)
            event.result(number, game.white, game.black, "1-0" if game.white == first else "0-1")
    told = all_standings(event.state)
    assert [one["group"] for one in told["groups"]] == ["1", "2"]
    assert [one["table"][0]["id"] for one in told["groups"]] == [group[0] for group in event.state.lot.groups]
    assert told["first_of_groups"]["needs"] == "game"


def test_what_the_arbiter_decided_is_not_told_as_a_play_off(tie):
    tie.put(order_decided(tie.state, ["p3", "p1"]))
    told = standings_of(tie.state)
    assert tell(reason_of(told["table"][0], told, {}), "en") == "by the arbiter's decision, equal with p1, A 5 C"


games = st.sampled_from(["1-0", "0-1", "draw"])


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from([("A", {}, 4), ("A", {}, 5), ("C", {"in_class": "KK"}, 8), ("D", {"in_class": "HA"}, 7), ("E", {}, 6)]))
def test_results_entered_in_any_order_give_the_same_standings(data, of):
    competition, made, players = of
    event, other = (InMemory(competition, *[f"s{number}" for number in range(players)], **made) for _ in range(2))
    rounds = {"A": {4: 3, 5: 5}, "C": {8: 7}, "D": {7: 7}, "E": {6: 5}}[competition][players]
    told = [(number, game.white, game.black, data.draw(games)) for number in range(1, rounds + 1) for game in event.pair().games]
    for _ in range(rounds):
        other.pair()
    for one in told:
        event.result(*one)
    for one in data.draw(st.permutations(told)):
        other.result(*one)
    table = standings_of(event.state)
    assert table == standings_of(other.state)
    assert sum(Fraction(row["points"]) for row in table["table"]) == len(told)


steps = st.lists(st.tuples(st.sampled_from(["pair", "result", "withdraw", "correct", "undo"]), st.integers(0, 50), games), max_size=40)


@settings(max_examples=40, deadline=None)
@given(steps, st.sampled_from([("A", {}, 4), ("C", {"in_class": "RHAA"}, 8), ("D", {"in_class": "1"}, 6)]))
def test_undo_of_everything_is_an_empty_event(taken, of):
    competition, made, players = of
    event = InMemory(competition, **made)
    empty = event.state
    event.enter(*[Entrant(f"s{number}") for number in range(players)])
    states = [empty, event.state]
    for what, at, result in taken:
        try:
            _do(event, what, at, result)
        except TournamentError:
            continue
        if what == "undo":
            states.pop()
            assert event.state == states[-1]
        else:
            states.append(event.state)
        if not event.state.entrants:
            break
    while len(states) > 1:
        event.undo()
        states.pop()
        assert event.state == states[-1]
    assert event.state == empty
    with pytest.raises(TournamentError, match="nothing is left to undo"):
        event.undo()


def _do(event: InMemory, what: str, at: int, result: str) -> None:
    known = [(one.round, game) for one in event.state.rounds for game in one.games]
    if what == "pair":
        event.pair()
    elif what == "undo":
        event.undo()
    elif what == "withdraw":
        event.withdraw(event.state.entrants[at % len(event.state.entrants)].id, "" if event.state.made.competition == "C" else "won")
    elif known:
        round_, game = known[at % len(known)]
        event.result(round_, game.white, game.black, result, corrects=what == "correct")
    else:
        raise TournamentError(Sentence.plain("nothing to enter"))


KK_TIE = """· ½ ½ 1 ½ ½ 0 ½
½ · 1 0 ½ 0 ½ 0
½ 0 · 1 0 1 1 ½
0 1 0 · 0 0 ½ ½
½ ½ 1 1 · 1 0 0
½ 1 0 1 0 · 1 1
1 ½ 0 ½ 1 0 · 0
½ 1 ½ ½ 1 0 1 ·"""


def test_the_match_for_the_first_place_of_the_kk_is_played_until_it_is_won(kk):
    scores = {(f"p{row}", f"p{at}"): told for row, line in enumerate(KK_TIE.splitlines(), 1) for at, told in enumerate(line.split(), 1)}
    for number in range(1, 8):
        for game in kk.pair().games:
            kk.result(number, game.white, game.black, {"1": "1-0", "0": "0-1", "½": "draw"}[scores[game.white, game.black]])
    (left,) = standings_of(kk.state)["open"]
    assert (left["needs"], left["next"]) == ("match", [{"white": "p6", "black": "p8"}, {"white": "p8", "black": "p6"}])
    kk.put(play_off_played(kk.state, "p6", "p8", "1-0"))
    kk.put(play_off_played(kk.state, "p8", "p6", "1-0"))
    (left,) = standings_of(kk.state)["open"]
    assert (left["needs"], left["next"]) == ("game", [{"white": "p6", "black": "p8"}])
    kk.put(play_off_played(kk.state, "p6", "p8", "0-1"))
    told = standings_of(kk.state)
    assert [(row["id"], row["place"], row["by"]) for row in told["table"]][:2] == [("p8", [1, 1], "play-off"), ("p6", [2, 2], "play-off")]
    kk.undo()
    assert standings_of(kk.state)["open"][0]["needs"] == "game"


def test_who_withdrew_plays_no_play_off_and_the_arbiter_decides():
    event = InMemory("A", "p1", "p2", "p3", "p4")
    for number, games in {1: ["p1 p2 draw", "p3 p4 1-0"], 2: ["p2 p3 draw", "p4 p1 0-1"]}.items():
        event.pair()
        for game in games:
            event.result(number, *game.split())
    event.pair()
    event.result(3, "p1", "p3", "draw")
    event.withdraw("p2", "won")
    assert standings_of(event.state)["open"][0]["needs"] == "game"
    event.withdraw("p4", "won")
    event.undo()
    event.undo()
    event.result(3, "p1", "p3", "*", corrects=True)
    event.withdraw("p3", "won")
    event.result(3, "p1", "p3", "draw", corrects=True)
    assert standings_of(event.state)["open"] == [{"places": [1, 2], "ids": ["p1", "p3"], "needs": "arbiter", "next": []}]
    event.withdraw("p2", "won")
    with pytest.raises(TournamentError, match="no play-off of p3 and p1"):
        play_off_played(event.state, "p3", "p1", "1-0")
    event.put(order_decided(event.state, ["p1", "p3"]))
    assert standings_of(event.state)["open"] == []


def test_who_withdrew_but_played_all_his_games_after_all_stands_in_the_order(kk):
    played = rounds_of(WITHDRAWN_EXAMPLE)
    for number, games in enumerate(played, 1):
        kk.pair()
        for game in games:
            if number < 7 or "p3" not in game:
                kk.result(number, *game)
    kk.withdraw("p3")
    kk.result(7, "p4", "p3", "0-1", corrects=True)
    told = standings_of(kk.state)
    assert (told["lapsed"], told["awarded"]) == ([], [])
    assert sum(row["points"] for row in told["table"]) == 28


def test_places_that_stay_shared_are_nobodys_to_decide():
    event = InMemory("F", "a", "b", "c", "d", rounds=1)
    event.pair()
    event.result(1, "a", "c", "1-0")
    event.result(1, "d", "b", "draw")
    with pytest.raises(TournamentError, match="are not equal to the end"):
        order_decided(event.state, ["b", "d"])


def test_a_correction_does_not_pull_a_play_off_or_a_decision_away(tie):
    tie.put(play_off_played(tie.state, "p3", "p1", "1-0"))
    said = refusal(tie, 1, "p3", "p4", "draw", corrects=True)
    assert said.startswith("a play-off or a decision rests on the results as they are: p3 and p1 have no play-off")
    assert said.endswith("take it back first with damcam event undo")
    tie.result(1, "p3", "p4", "1-0", default=True, corrects=True)
    tie.undo()
    tie.undo()
    tie.put(order_decided(tie.state, ["p1", "p3"]))
    assert "rests on the results" in refusal(tie, 1, "p3", "p4", "draw", corrects=True)
