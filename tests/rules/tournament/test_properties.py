"""What holds of every final order, and that a second implementation finds the same one."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules.tournament.fields import QuestionError
from tests.rules.tournament.by_matrices import NAMES, after_c_14, classes_of, needs_of
from tests.rules.tournament.contests import ask
from tests.rules.tournament.drawing import absences, questions, withdrawals

MANY = settings(max_examples=60, deadline=None)


def answer_to(question):
    return ask("standings", **question)


def is_played_out(question):
    """Nobody who withdrew has played all his games."""
    played = Counter(
        id for game in question["games"] if game["result"] and not game.get("default") for id in (game["white"], game["black"])
    )
    return all(played[id] < 7 for id in question["withdrawn"])


def compare(question):
    answer, other = answer_to(question), classes_of(question)
    rows = {row["id"]: row for row in answer["table"]}
    for id, figures in other["rows"].items():
        for name, figure in figures.items():
            assert rows[id][{"board-points": "board_points"}.get(name, name)] == figure
    teams = question["competition"] in "BG"
    expected, opened = [], []
    for ids, letter in other["classes"]:
        first = len(expected) + 1
        by = "open" if len(ids) > 1 else "match-points" if teams and letter == "P" else NAMES[letter]
        expected += [(id, [first, first + len(ids) - 1], by) for id in ids]
        if len(ids) > 1:
            opened.append(([first, first + len(ids) - 1], ids, needs_of(question, first, ids)))
    assert [(row["id"], row["place"], row["by"]) for row in answer["table"]] == expected
    assert [(one["places"], one["ids"], one["needs"]) for one in answer["open"]] == opened
    assert set(answer["lapsed"]) == other["lapsed"]
    winners = {
        frozenset((one["white"], one["black"])): one["white"] if one["result"] == "1-0" else one["black"] for one in answer["awarded"]
    }
    assert winners == other["awarded"]
    assert len(answer["awarded"]) == len(winners)


@MANY
@given(questions())
def test_a_second_implementation_finds_the_same_order(question):
    compare(question)


@MANY
@given(withdrawals())
def test_a_second_implementation_finds_the_same_after_withdrawals(question):
    assume(is_played_out(question) and len(after_c_14(question)[1]) < 8)
    compare(question)


@MANY
@given(absences())
def test_a_second_implementation_finds_the_same_with_absentees(question):
    compare(question)


@MANY
@given(questions())
def test_points_are_conserved(question):
    answer = answer_to(question)
    results = sum((game.get("result") or game.get("board_points")) is not None for game in question["games"])
    assert sum(row["points"] for row in answer["table"]) == results + len(question.get("byes", ()))


@MANY
@given(questions())
def test_everybody_is_ranked_once(question):
    answer = answer_to(question)
    assert sorted(row["id"] for row in answer["table"]) == sorted(question["players"])
    for place, row in enumerate(answer["table"], 1):
        first, last = row["place"]
        assert first <= place <= last
        assert (first == last) == (row["by"] != "open")
    shared = [row["id"] for row in answer["table"] if row["by"] == "open"]
    assert shared == [id for one in answer["open"] for id in one["ids"]]


@MANY
@given(questions(), st.randoms())
def test_results_in_any_order_give_the_same_standings(question, chance):
    shuffled = list(question["games"])
    chance.shuffle(shuffled)
    assert answer_to(question | {"games": shuffled}) == answer_to(question)


@MANY
@given(questions(), st.randoms())
def test_the_order_of_entry_changes_no_place(question, chance):
    shuffled = list(question["players"])
    chance.shuffle(shuffled)
    mixed, plain = answer_to(question | {"players": shuffled}), answer_to(question)

    def by_id(answer):
        return {row["id"]: row for row in answer["table"]}

    def opened(answer):
        return [(one["places"], set(one["ids"]), one["needs"], one.get("colours")) for one in answer["open"]]

    assert by_id(mixed) == by_id(plain)
    assert opened(mixed) == opened(plain)
    for one in mixed["open"]:
        assert one["ids"] == [id for id in shuffled if id in one["ids"]]


def won(question, one):
    """A play-off of two that the first of them wins, in the games that are asked for."""
    playing = []
    for game in one["next"]:
        if "first" in game:
            points = [BEST[question["competition"]], 0]
            playing.append(game | {"board_points": points if game["first"] == one["ids"][0] else points[::-1]})
        else:
            white, black = game.get("players", [game.get("white"), game.get("black")])
            playing.append({"white": white, "black": black, "result": "1-0" if white == one["ids"][0] else "0-1"})
    return playing


BEST = {"B": 8, "G": 4}


@MANY
@given(questions())
def test_play_offs_that_are_played_as_asked_leave_nothing_open(question):
    answer = answer_to(question)
    playoffs = [game for one in answer["open"] for game in won(question, one)]
    decided = [one["ids"][::-1] for one in answer["open"] if one["needs"] == "arbiter"]
    after = answer_to(question | {"playoffs": playoffs, "decided": decided})
    assert [one["needs"] for one in after["open"]] == [one["needs"] for one in answer["open"] if one["needs"] == "nothing"]
    rank = {row["id"]: number for number, row in enumerate(after["table"])}
    for one in answer["open"]:
        best = one["ids"][-1] if one["needs"] == "arbiter" else one["ids"][0]
        assert rank[best] == min(rank[id] for id in one["ids"])


def with_colours(one, odd_white):
    """The match of teams that is open there, first the team whose players have White on the odd boards."""
    assert one["next"] == [dict(zip(("first", "second"), one["ids"], strict=True))], "in the order of the players"
    (first,), (second,) = {*one["ids"]} & {*odd_white}, {*one["ids"]} - {*odd_white}
    return {"first": first, "second": second}


@MANY
@given(questions("BG"), st.integers(0, 3))
def test_players_of_teams_have_in_a_play_off_the_colour_that_they_had_not_last(question, drawn):
    """Unless that is the same colour for both: then that which they had not in their last match with each other."""
    level = BEST[question["competition"]] / 2
    playoffs = []
    for _ in range(drawn + 1):
        answer = answer_to(question | {"playoffs": playoffs})
        matches = sorted((one for one in question["games"] if one["board_points"]), key=lambda one: one["round"]) + playoffs
        wanted = [with_colours(one, answer["odd_white"]) for one in answer["open"] if one["needs"] == "team-match"]
        for game in wanted:
            pair = game["first"], game["second"]
            last = [next((one["first"] == id for one in reversed(matches) if id in (one["first"], one["second"])), None) for id in pair]
            mutual = next((one for one in reversed(matches) if {one["first"], one["second"]} == {*pair}), None)
            if None not in last and last[0] != last[1]:
                assert last == [False, True]
            elif mutual:
                assert mutual["second"] == game["first"]
        playoffs = [*playoffs, *(game | {"board_points": [level, level]} for game in wanted)]


@settings(MANY, suppress_health_check=[HealthCheck.filter_too_much])  # one event in nine has two who play off
@given(questions("ABCDEG"), st.lists(st.sampled_from(("1-0", "0-1", "draw", "draw")), max_size=6))
def test_a_play_off_is_won_when_its_running_score_says_so(question, results):
    """The two games of a match by their sum, then the first game that is no draw; a game after it cannot be."""
    assume(question["competition"] not in "BG")
    answer = answer_to(question)
    two = [one for one in answer["open"] if one["needs"] in ("game", "match")]
    assume(two)
    one, other = two[0]["ids"]
    steps = [{"1-0": 1, "0-1": -1, "draw": 0}[result] * (-1) ** number for number, result in enumerate(results)]
    pairs = [(one, other) if number % 2 == 0 else (other, one) for number in range(len(results))]
    playoffs = [{"white": white, "black": black, "result": result} for (white, black), result in zip(pairs, results, strict=True)]
    ends = [sum(steps[:2])] if two[0]["needs"] == "match" else steps[:1]
    ends = ([0, *ends] if two[0]["needs"] == "match" else ends) + steps[2 if two[0]["needs"] == "match" else 1 :]
    last = next((number for number, step in enumerate(ends) if step and number < len(steps)), None)
    if last is not None and last < len(steps) - 1:
        with pytest.raises(QuestionError, match="was won"):
            answer_to(question | {"playoffs": playoffs})
        return
    after = answer_to(question | {"playoffs": playoffs})
    rows = {row["id"]: row for row in after["table"]}
    if last is None:
        assert rows[one]["by"] == rows[other]["by"] == "open"
    else:
        assert (rows[one]["place"] < rows[other]["place"]) == (ends[last] > 0)
        assert rows[one]["by"] == rows[other]["by"] == "play-off"
