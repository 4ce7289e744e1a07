"""Results, withdrawals, and the first of several groups (A 5): what is refused, and what the standings and sheets then are."""

from dataclasses import replace

import pytest

from record.telling.sentences import tell
from tests.support.says import says
from tests.tournament.events.conftest import KK, WITHDRAWN_EXAMPLE, InMemory, refuses
from tests.tournament.events.level import four_equal, two_groups
from tournament.competitions import Competition
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, LotDrawn
from tournament.events.crosstable import cell_text, crosstables
from tournament.events.hand_pairing import by_hand
from tournament.events.pairing import to_catch_up
from tournament.events.play_off_acts import play_off_played
from tournament.events.results import result_entered, result_in, results_of_list
from tournament.events.sheets import sheet
from tournament.events.standing import all_standings, is_final, notes_of, notes_of_groups, reason_of, standings_of
from tournament.events.tables import rounds_of_tables
from tournament.events.withdrawing import order_decided
from tournament.final_order import Needs, PlacedBy
from tournament.group_winners import FirstOfGroups
from tournament.groups import divide
from tournament.play_offs import Colours, NextGames
from tournament.standings import OpenPlaces, Standing

tie = pytest.fixture(four_equal)

NO_PLAY_OFF = "{id} and {other} have no play-off: they do not share a place for which the regulation has one"
NOT_EQUALS = "decided names {ids}, who are not all of those who share a place"


def points_of(event: InMemory) -> dict[str, float]:
    return {row.id: row.points for row in standings_of(event.state).table}


@pytest.mark.parametrize(
    ("told", "what", "remedy"),
    [
        ((3, "p5", "p1", "1-0"), says("ResultFault.not-paired", round=3, last=2), None),
        (("one", "p5", "p1", "1-0"), says("ResultFault.no-round", text="'one'", last=2), None),
        ((0, "p5", "p1", "1-0"), says("ResultFault.no-round", text="'0'"), None),
        ((1, "p1", "p2", "1-0"), says("ResultFault.not-in-round", white="p1", black="p2", round=1), None),
        ((1, "p1", "p6", "1-0"), says("ResultFault.not-in-round"), "ResultFault.other-round"),
        ((1, "p1", "p5", "1-0"), says("ResultFault.colours", round=1, white="p5", black="p1"), None),
        ((1, "p5", "p11", "1-0"), says("ResultFault.unknown", id="'p11'"), "ResultFault.did-you-mean"),
        ((1, "p5", "p1", "2-0"), says("ResultFault.no-result", text="'2-0'"), None),
        ((1, "p5", "p1", "*"), says("ResultFault.none-to-take", game="GameSays.of-round"), None),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_where_two_meet_and_whose_id_may_be_meant_is_told(kk, told, what, remedy):
    refuses(says("ResultFault.no-rounds"), kk.result, *told)
    kk.pair()
    kk.pair()
    with pytest.raises(TournamentError, check=what) as error:
        kk.result(*told)
    assert remedy is None or error.value.sentence.remedy.code == remedy
    assert kk.state.results == {}


def test_a_correction_wants_a_reason_and_a_draw_is_not_booked(kk):
    kk.pair()
    refuses(says("ResultFault.no-default"), kk.result, 1, "p5", "p1", "draw", default=True)
    kk.result(1, "p5", "p1", "1-0")
    refuses(says("ResultFault.has-one", game="GameSays.of-round"), kk.result, 1, "p5", "p1", "0-1")
    refuses(says("ResultFault.same"), kk.result, 1, "p5", "p1", "1-0", corrects=True)
    kk.result(1, "p5", "p1", "½-½", corrects=True)
    assert [one.result for one in kk.state.results.values()] == ["draw"]
    kk.result(1, "p5", "p1", "*", corrects=True)
    assert kk.state.results == {}


def test_board_points_are_read_and_fewer_where_boards_were_empty_on_both_sides():
    state = InMemory("B", "a", "b", "c", "d", group="I").state
    for text, kept in (("5-3", "5-3"), ("4.5-3.5", "4.5-3.5"), ("4,5 - 3,5", "4.5-3.5"), ("4½-3½", "4.5-3.5"), ("8-0", "8-0")):
        assert result_in(state, text, default=False) == kept
    assert result_in(state, "4-3", default=True) == "4-3"
    for text in ("5-4", "4-3", "1-0", "4.2-3.8", "9-0", "draw", "5", "-"):
        refuses(says("ResultFault.no-points"), result_in, state, text, default=False)


def listed(event: InMemory, *lines: str, head: str = "round,white,black,result", corrects: bool = False) -> None:
    event.put(results_of_list(event.state, "\n".join(filter(None, (head, *lines))).encode(), corrects=corrects)[0])


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        (["1,p5,p1,1-0", "1,p6,p2,3-0"], 3, "ResultFault.no-result"),
        (["1,p5,p1,1-0", "1,p2,p7,1-0"], 3, "ResultFault.not-in-round"),
        (["1,p5,p1,1-0", "1,p5,p1,0-1"], 3, "ResultFault.twice"),
        (["1,p5,p1"], 2, "ListSays.values"),
    ],
)
def test_a_list_is_entered_whole_or_not_at_all(kk, lines, line, what):
    kk.pair()
    refuses(says("GivenTextFault.line", line=line, what=what), listed, kk, *lines)
    assert kk.state.results == {}


def test_a_list_may_have_a_column_of_defaults_no_headings_and_corrections(kk):
    kk.pair()
    with pytest.raises(TournamentError, check=says("GivenTextFault.line", line=2, what="ResultFault.no-flag")):
        listed(kk, "1,p5,p1,1-0,perhaps", head="round,white,black,result,default")
    refuses(says("GivenTextFault.line", line=1, what="ListSays.no-column"), listed, kk, "1,p5,1-0", head="round,white,result")
    refuses(says("ResultFault.empty"), listed, kk, "1,p5,p1,")
    listed(kk, "1;p5;p1;1-0;yes", "1;p6;p2;;", head="round;white;black;result;default")
    assert [(one.white, one.result, one.default) for one in kk.state.results.values()] == [("p5", "1-0", True)]
    refuses(says("GivenTextFault.line", line=1, what="ResultFault.has-one"), listed, kk, "1,p5,p1,0-1", head="")
    listed(kk, "1,p5,p1,0-1", "1,p6,p2,remise", head="", corrects=True)
    assert [one.result for one in kk.state.results.values()] == ["0-1", "draw"]


def example() -> InMemory:
    """The worked example of C 14, played to its end."""
    return InMemory("C", *KK, in_class="HAA").play(WITHDRAWN_EXAMPLE)


def test_withdrawals_that_cannot_be_are_refused_who_withdrew_gets_no_result_and_out_of_c_the_arbiter_says_what_becomes_of_his_games(kk):
    event = InMemory("C", *KK, in_class="HAA")
    refuses(says("EndingFault.unknown", id="'p9'"), event.withdraw, "p9")
    refuses(says("EndingFault.article-says", competition="C"), event.withdraw, "p3", "won")
    refuses(says("EndingFault.nothing-left", id="p3"), example().withdraw, "p3")
    kk.pair()
    kk.withdraw("p1")
    refuses(says("EndingFault.out-already", id="p1"), kk.withdraw, "p1")
    refuses(says("ResultFault.booked-by-c-14", id="p1"), kk.result, 1, "p5", "p1", "1-0")
    kk.result(1, "p5", "p1", "1-0", corrects=True)
    event = InMemory("A", "a", "b", "c", "d")
    event.pair()
    event.result(1, "a", "b", "1-0")
    refuses(says("EndingFault.say-which", competition="A", id="a"), event.withdraw, "a")
    event.withdraw("a", "won")
    assert points_of(event) == {"a": 1, "b": 0, "c": 1, "d": 1}
    event.undo()
    event.withdraw("a", "lapse")
    assert points_of(event) == {"b": 0, "c": 0, "d": 0}
    event = InMemory("B", "a", "b", "c", "d", group="II")
    event.pair()
    event.withdraw("d", "won")
    told = {row.id: (row.points, row.board_points) for row in standings_of(event.state).table}
    assert told == {"a": (1, 8), "b": (1, 8), "c": (1, 8), "d": (0, 0)}


def test_who_comes_back_in_c_is_not_out_for_good_and_the_games_that_were_missed_are_to_be_caught_up(kk):
    refuses(says("EndingFault.unknown", id="'p9'"), kk.comes_back, "p9")
    refuses(says("{id} has not withdrawn", id="p3"), kk.comes_back, "p3")
    kk.play(WITHDRAWN_EXAMPLE, rounds=2)
    kk.withdraw("p3")
    kk.pair()
    kk.pair()
    assert (standings_of(kk.state).lapsed, kk.state.missing()[0][1].pair & {"p3"}) == (("p3",), set())
    kk.comes_back("p3")
    told = standings_of(kk.state)
    assert (told.lapsed, told.withdrawn, {row.id: row.points for row in told.table}["p3"]) == ((), (), 1)
    assert [(round_, game.pair) for round_, game in to_catch_up(kk.state)] == [(3, {"p2", "p3"})]
    assert (4, {"p5", "p3"}) in [(round_, game.pair) for round_, game in kk.state.missing()], "round 4 is the one that is played now"


def test_who_comes_back_elsewhere_has_what_was_played_and_no_win_is_booked_against_him_any_more(tie):
    event = InMemory("A", "a", "b", "c", "d")
    event.pair()
    event.fill()
    event.withdraw("a", "won")
    event.pair()
    assert points_of(event) == {"a": 0.5, "b": 0.5, "c": 1.5, "d": 1.5}
    event.comes_back("a")
    assert points_of(event) == {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.5}
    swiss = InMemory("F", "a", "b", "c", "d", rounds=3)
    swiss.pair()
    swiss.fill()
    swiss.withdraw("a")
    with pytest.raises(TournamentError, check=says("EntryFault.entered", id="a")) as refusal:
        swiss.enter(Entrant("a"))
    assert refusal.value.sentence.remedy.code == "Remedy.return"
    swiss.pair()
    swiss.fill()
    swiss.comes_back("a")
    assert {id for game in swiss.pair().games for id in game.pair} == {*"abcd"}
    tie.result(3, "p1", "p3", "*", corrects=True)
    tie.withdraw("p3", "won")
    tie.result(3, "p1", "p3", "draw", corrects=True)
    tie.put(order_decided(tie.state, ["p1", "p3"]))
    tie.comes_back("p3")
    assert standings_of(tie.state).open == (), "the order that the arbiter decided does not rest on the withdrawal"


def test_a_play_off_is_entered_until_it_is_won_and_no_correction_pulls_it_or_a_decision_away(tie):
    for white, black, what in (
        ("p1", "p3", says("PlayOffFault.other-way", white="p3")),
        ("p1", "p2", says("PlayOffFault.not-wanted", white="p1", black="p2")),
        ("p1", "x", says("ResultFault.unknown")),
    ):
        refuses(what, play_off_played, tie.state, white, black, "1-0")
    for none in ("*", "0-0"):
        refuses(says("PlayOffFault.no-result"), play_off_played, tie.state, "p3", "p1", none)
    tie.put(play_off_played(tie.state, "p3", "p1", "draw"))
    tie.put(play_off_played(tie.state, "p1", "p3", "1-0"))
    told = standings_of(tie.state)
    assert [(row.id, row.places, row.by) for row in told.table][:2] == [("p1", (1, 1), "play-off"), ("p3", (2, 2), "play-off")]
    refuses(says("ResultFault.has-one"), play_off_played, tie.state, "p3", "p1", "1-0")
    won_before = says("RestingFault.rests", what="the play-off of {id} and {other} was won by {winner} before its game {game}")
    refuses(won_before, play_off_played, tie.state, "p3", "p1", "1-0", corrects=True)
    later = says("PlayOffFault.later", white="p3", black="p1")
    refuses(later, result_entered, tie.state, ("play-off-1", "p3", "p1", "*"), default=False, corrects=True)
    tie.put(play_off_played(tie.state, "p1", "p3", "0-1", corrects=True))
    assert standings_of(tie.state).table[0].id == "p3"
    tie.undo()
    refuses(says("RestingFault.rests", what=NO_PLAY_OFF), tie.result, 1, "p3", "p4", "draw", corrects=True)
    tie.result(1, "p3", "p4", "1-0", default=True, corrects=True)
    for _ in range(3):
        tie.undo()
    tie.put(order_decided(tie.state, ["p1", "p3"]))
    refuses(says("RestingFault.rests", what=NOT_EQUALS), tie.result, 1, "p3", "p4", "draw", corrects=True)
    refuses(says("RestingFault.rests", what="StillToPlay.no-result"), tie.result, 3, "p2", "p4", "*", corrects=True)


def test_before_the_last_game_nothing_is_played_off_or_decided(tie):
    tie.undo()
    told = standings_of(tie.state)
    assert (told.is_over, notes_of(told, {})) == (False, [])
    too_early = says("PlayOffFault.too-early", what="StillToPlay.no-result")
    refuses(too_early, play_off_played, tie.state, "p3", "p1", "1-0")
    refuses(too_early, order_decided, tie.state, ["p1", "p3"])
    for _ in range(2):
        tie.undo()
    assert len(tie.state.rounds) == 2
    refuses(says("PlayOffFault.too-early", what="StillToPlay.not-paired"), order_decided, tie.state, ["p1", "p3"])


def test_a_group_that_is_over_waits_for_no_other():
    event = InMemory("A", *(f"p{number}" for number in range(1, 10)))
    event.put(LotDrawn(1, (("p1", "p2", "p3", "p4"), ("p5", "p6", "p7", "p8", "p9"))))
    for number in range(1, 4):
        for game in event.pair().games:
            if game.group == 1:
                event.result(number, game.white, game.black, "draw")
    assert [standings_of(event.state, group).is_over for group in (1, 2)] == [True, False]
    event.put(order_decided(event.state, ["p1", "p2", "p3", "p4"]))
    refuses(says("PlayOffFault.too-early"), order_decided, event.state, ["p5", "p6", "p7", "p8", "p9"])
    game = event.state.rounds[0].games[0]
    refuses(says("RestingFault.rests"), event.result, 1, game.white, game.black, "*", corrects=True)
    event.undo()
    event.result(1, game.white, game.black, "*", corrects=True)


def test_the_arbiter_decides_an_order_of_equals_alone_and_nobody_that_of_places_that_stay_shared(tie):
    refuses(says("EndingFault.not-equal"), order_decided, tie.state, ["p1", "p2"])
    refuses(says("EndingFault.unknown", id="'p9'"), order_decided, tie.state, ["p1", "p9"])
    tie.put(order_decided(tie.state, ["p3", "p1"]))
    assert [row.id for row in standings_of(tie.state).table][:2] == ["p3", "p1"]
    swiss = InMemory("F", "a", "b", "c", "d", rounds=1)
    for game, result in zip(swiss.pair().games, ("1-0", "draw"), strict=True):
        swiss.result(1, game.white, game.black, result)
    refuses(says("EndingFault.not-equal"), order_decided, swiss.state, sorted(game.pair))


def reasons(event: InMemory, names=None) -> list[tuple[str, dict[str, object]]]:
    """Why each has his place: the code of the sentence and its values, the article by its code."""
    told = standings_of(event.state)
    said = [reason_of(row, told, names or {}) for row in told.table]
    return [(one.code.removeprefix("PlaceSays."), {key: value for key, value in one.values.items() if key != "article"}) for one in said]


def test_why_each_has_his_place_is_said(tie):
    points = ("points", {})
    names = {"p1": "Anna", "p3": "Bate"}
    assert reasons(tie, names) == [("open", {"others": ("Bate",)}), ("open", {"others": ("Anna",)}), points, points]
    (note,) = notes_of(standings_of(tie.state), names)
    assert tell(note, "en") == "places 1 to 2: Anna, Bate play a game; next: Bate - Anna"
    tie.put(order_decided(tie.state, ["p3", "p1"]))
    assert reasons(tie)[:2] == [("decided", {"others": ("p1",)}), ("decided", {"others": ("p3",)})], "that is no play-off"
    assert ("sb", {"mine": 27, "other": 25.5}) in reasons(example())


def test_the_figure_of_a_place_is_held_against_those_who_are_equal_before_it():
    swiss = InMemory("F", "a", "b", "c", rounds=1)
    swiss.pair()
    swiss.fill()
    told = standings_of(swiss.state)
    figures = {"a": (8.0, 5.5), "b": (8.0, 2.5), "c": (7.0, 4.5)}
    table = tuple(Standing(id, (1, 1), PlacedBy.SB, "appendix 3", 1.5, sb, resistance=of) for id, (of, sb) in figures.items())
    said = [reason_of(row, replace(told, table=table, is_over=True), {}).values for row in table[:2]]
    assert [(one["mine"], one["other"]) for one in said] == [(5.5, 2.5), (2.5, 5.5)]


def test_two_whom_the_arbiter_put_together_again_by_hand_are_ranked_with_both_games():
    three = InMemory("F", "a", "b", "c", rounds=4)
    for _ in range(3):
        three.pair()
        three.fill()
    met = three.state.rounds[0].games[0]
    round_, warnings = by_hand(three.state, [(met.black, met.white)], *({*"abc"} - met.pair), [])
    three.put(round_)
    three.fill(lambda game: "1-0")
    assert [one.code for one in warnings] == ["HandPairFault.met", "HandPairFault.had-bye"]
    assert points_of(three) == {"b": 3.0, "c": 3.0, "a": 2.0}, "each round has two points"
    assert crosstables(three.state), "the games stand in it"


@pytest.mark.parametrize(("lang", "word"), [("en", "appendix"), ("nl", "bijlage"), ("fy", "bylage")])
def test_an_appendix_is_named_in_the_readers_language(lang, word):
    told = standings_of(example().state)
    row = next(row for row in told.table if row.by == "sb")
    assert tell(reason_of(row, told, {}), lang).endswith(f", C 15 B, {word} 1")
    for does, named in (
        (lambda: InMemory("F", "a", "b", "c", "d", rounds=1).withdraw("a", "won"), f"({word} 3)"),
        (lambda: rounds_of_tables(InMemory("E", "a").state), f"({word} 2)"),
        (lambda: divide(Competition.D, 1, "HA"), f"{word} 2 "),
    ):
        with pytest.raises(TournamentError) as error:
            does()
        assert named in tell(error.value.sentence, lang)


def test_who_withdrew_plays_no_play_off_but_stands_in_the_order_where_he_played_all_his_games_after_all(tie, kk):
    assert standings_of(tie.state).open[0].needs is Needs.GAME
    tie.result(3, "p1", "p3", "*", corrects=True)
    tie.withdraw("p3", "won")
    tie.result(3, "p1", "p3", "draw", corrects=True)
    assert standings_of(tie.state).open == (OpenPlaces((1, 2), ("p1", "p3"), Needs.ARBITER),)
    refuses(says("PlayOffFault.not-wanted", white="p3", black="p1"), play_off_played, tie.state, "p3", "p1", "1-0")
    tie.put(order_decided(tie.state, ["p1", "p3"]))
    assert standings_of(tie.state).open == ()
    kk.play(WITHDRAWN_EXAMPLE).result(7, "p4", "p3", "*", corrects=True)
    kk.withdraw("p3")
    kk.result(7, "p4", "p3", "0-1", corrects=True)
    told = standings_of(kk.state)
    assert (told.lapsed, told.awarded) == ((), ())
    assert sum(row.points for row in told.table) == 28


def noted(event: InMemory) -> list[tuple[str, object]]:
    return [(note.code, note.values["name"]) for note in notes_of_groups(all_standings(event.state), {})]


def test_winners_of_groups_play_off_the_first_place_or_the_arbiter_decides_it_but_not_before_the_last_game():
    event, one, other = two_groups()
    found = all_standings(event.state)
    assert [(group.name, group.table[0].id) for group in found.groups] == [("1", one), ("2", other)]
    assert found.first.open == OpenPlaces((1, 2), (one, other), Needs.GAME, NextGames(Colours.BY_LOT, ((one, other),)))
    assert not is_final(event.state, found)
    event.put(play_off_played(event.state, other, one, "draw"))
    refuses(says("PlayOffFault.other-way", white=one), play_off_played, event.state, other, one, "1-0")
    event.put(play_off_played(event.state, one, other, "0-1"))
    found = all_standings(event.state)
    assert found.first == FirstOfGroups(other, PlacedBy.PLAY_OFF)
    assert noted(event) == [("PlaceSays.first-by-play-off", other)]
    assert [group.table[0].by for group in found.groups] == ["points", "points"], "the play-off is no game of a group"
    assert is_final(event.state, found)
    game = next(game for game in event.state.rounds[2].games if one in game.pair)
    for result in ("draw", "0-1" if game.white == one else "1-0"):
        refuses(says("RestingFault.rests"), event.result, 3, game.white, game.black, result, corrects=True)
    event.undo()
    event.undo()
    event.put(order_decided(event.state, [other, one]))
    assert noted(event) == [("PlaceSays.first-by-decided", other)]
    refuses(says("EndingFault.not-equal"), order_decided, event.state, [one, other])
    event.undo()
    event.undo()
    assert all_standings(event.state).first is None


CELLS = {"p1": ["1w", "·b", "+w"], "p2": ["0b", "+w", "·w"], "p3": ["1w", "-b", "-b"], "p4": ["0b", "·w", "·b"]}
"""p3 won in round 1 and then left; of the others round 1 alone has its results."""


def cells(event: InMemory) -> dict[str, list[str]]:
    (table,) = crosstables(event.state)
    return {row.id: [cell_text(cell) for cell in row.cells] for row in table.rows}


def test_tables_and_sheets_have_the_win_and_games_that_lapse_are_nobodys():
    left = InMemory("A", "p1", "p2", "p3", "p4")
    left.pair()
    left.result(1, "p1", "p2", "1-0")
    left.result(1, "p3", "p4", "1-0")
    left.pair()
    left.withdraw("p3", "won")
    left.pair()
    assert cells(left) == CELLS
    (table,) = crosstables(left.state)
    assert {row.id: row.standing.points for row in table.rows} == {"p1": 2, "p2": 1, "p3": 1, "p4": 0}
    assert [row.points for row in standings_of(left.state).table] == [2, 1, 1, 0]
    assert [row.result for row in sheet(left.state, 3)] == ["1-0", None]
    assert (left.told[0].code, left.told[0].values) == ("PairingFault.opponent-wins", {"id": "p3", "other": "p1"})
    left.undo()
    assert cells(left)["p1"] == CELLS["p1"], "also of a round that is not paired yet"
    left.undo()
    left.withdraw("p3", "lapse")
    left.pair()
    assert (left.told[0].code, left.told[0].values) == ("PairingFault.opponent-free", {"id": "p3", "other": "p1"})
