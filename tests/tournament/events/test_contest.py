"""The problem contest (regulation H): what is found of a problem's conditions (Art. 2), its marks, and the jury's order (Art. 3)."""

import pytest
from msgspec.structs import replace

from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.events.changes import ConditionFound, ProblemEntered
from tournament.events.contest import check_contest, check_games, jury_ordered, places_of, problem_entered, problem_marked, sum_of
from tournament.events.contest_words import ConditionSays, FoundSays, conditions_said
from tournament.events.problem_conditions import conditions_found
from tournament.events.telling import change_said

WON, KING, BLACKS = "W:W28,32:B23", "W:WK46:B5,23", "B:W28:B12,17"


class Contest(InMemory):
    """A contest of two problems."""

    def __init__(self) -> None:
        super().__init__("H")
        self.problem("p1", WON)
        self.problem("p2", KING)

    def problem(self, id, fen, author="Jelle", solution="", nodes=2000):
        made, position = problem_entered(self.state, ProblemEntered(id, author, fen, solution))
        return self.put(replace(made, conditions=conditions_found(position, nodes)))

    def mark(self, *words, corrects=False):
        return self.put(problem_marked(self.state, words, corrects=corrects))

    def order(self, *words):
        return self.put(jury_ordered(self.state, words))


@pytest.fixture
def contest():
    return Contest()


def found_of(made):
    return {one.demand: (one.found, one.squares) for one in made.conditions}


def test_h_2_what_the_position_and_the_search_show_is_told_and_the_rest_is_the_jurys(contest):
    problems = contest.state.problems
    found = found_of(problems["p1"])
    assert found["white-to-move"] == found["white-wins"] == found["no-kings"] == ("holds", ())
    assert found["no-material-advantage"] == ("broken", ())
    assert found["no-black-piece-en-prise"] == ("broken", (23,))
    of_the_jury = {"explainable-by-moves", "purpose-of-pieces", "ending-place", "clear-ending"}
    assert {demand for demand, (what, _) in found.items() if what == "jury"} == of_the_jury
    assert [one.article for one in problems["p1"].conditions] == sorted(one.article for one in problems["p1"].conditions)
    assert found_of(problems["p2"])["no-kings"] == ("broken", (46,))


def test_h_2_nothing_is_known_of_whites_win_where_black_begins_or_the_search_ends_early(contest):
    unknown = ("unknown", ())
    found = found_of(contest.problem("p3", BLACKS))
    assert (found["white-to-move"], found["white-wins"], found["no-second-solution"]) == (("broken", ()), unknown, unknown)
    found = found_of(contest.problem("p4", "W:W32,37,38,42,43,48:B12,13,17,18,22,23", nodes=1))
    assert (found["white-to-move"], found["white-wins"], found["no-interchange"]) == (("holds", ()), unknown, unknown)


def test_h_2_no_win_a_second_solution_and_moves_that_change_places_break_it(contest):
    assert found_of(contest.state.problems["p1"])["no-second-solution"] == ("holds", ())
    assert found_of(contest.state.problems["p2"])["no-second-solution"] == ("broken", ())
    assert found_of(contest.problem("p3", "W:W36:B31,27"))["white-wins"] == ("broken", ())
    found = found_of(contest.problem("p4", "W:W8,15,37,43,44:B11,17,23,33,35"))
    assert (found["white-wins"], found["no-interchange"]) == (("holds", ()), ("broken", ()))
    assert found_of(contest.state.problems["p1"])["no-interchange"] == ("holds", ())


def test_the_words_of_each_condition():
    told = (ConditionFound("2 B.4", "no-black-piece-en-prise", "broken", (23,)), ConditionFound("2 B.3", "no-kings", "broken"))
    told += (ConditionFound("2 A", "white-wins", "unknown"), ConditionFound("2 D", "purpose-of-pieces", "jury"))
    told += (ConditionFound("2 A", "white-to-move", "holds"), ConditionFound("9", "what a newer damcam asks", "holds"))
    assert conditions_said(told) == [
        ("H 2 B.4", ConditionSays.NONE_EN_PRISE.said(), FoundSays.BROKEN_AT.said(squares=("23",))),
        ("H 2 B.3", ConditionSays.NO_KINGS.said(), FoundSays.BROKEN.said()),
        ("H 2 A", ConditionSays.WHITE_WINS.said(), FoundSays.UNKNOWN.said()),
        ("H 2 D", ConditionSays.PURPOSE.said(), FoundSays.JURY.said()),
        ("H 2 A", ConditionSays.WHITE_TO_MOVE.said(), FoundSays.HOLDS.said()),
    ]


def test_marks_are_summed_and_one_is_changed_with_a_reason_alone(contest):
    contest.mark("p2", "Auke", "9")
    contest.mark("p2", "Bouke", " 8,5 ")
    assert (sum_of(contest.state, "p2"), sum_of(contest.state, "p1")) == ("17.5", "")
    refuses(says("ContestRefusal.marked", juror="Auke", problem="p2", mark="9"), contest.mark, "p2", "Auke", "7")
    refuses(says("ContestRefusal.same-mark", mark="9"), contest.mark, "p2", "Auke", "9.0", corrects=True)
    contest.mark("p2", "Auke", "7", corrects=True)
    contest.mark("p1", "Auke", "0.25")
    assert (sum_of(contest.state, "p2"), sum_of(contest.state, "p1")) == ("15.5", "0.25")


def test_h_3_the_jurys_order_has_all_problems_and_nothing_changes_under_it(contest):
    contest.problem("p3", BLACKS)
    assert places_of(contest.state) == []
    contest.order("p3", "p1=p2")
    assert places_of(contest.state) == [((1, 1), "p3"), ((2, 3), "p1"), ((2, 3), "p2")]
    ordered = says("ContestRefusal.ordered")
    refuses(ordered, contest.mark, "p1", "Auke", "9")
    refuses(ordered, contest.problem, "p4", "W:W40:B9")
    refuses(ordered, contest.order, "p1", "p2", "p3")
    contest.undo()
    assert places_of(contest.state) == []
    contest.order("p1", "p2", "p3")


def test_the_log_tells_what_was_entered(contest):
    contest.mark("p1", "Auke", "9")
    contest.order("p1=p2")
    *_, problem, mark, order = (change_said(row.change) for row in contest.rows)
    assert (problem.code, dict(problem.values)) == ("ChangeSays.problem", {"id": "p2", "author": "Jelle"})
    assert (mark.code, dict(mark.values)) == ("ChangeSays.mark", {"juror": "Auke", "problem": "p1", "mark": "9"})
    assert (order.code, dict(order.values)) == ("ChangeSays.jury", {"ids": ("p1 = p2",)})


@pytest.mark.parametrize(
    ("does", "words", "code"),
    [
        ("problem", ("p1", "W:W40:B9"), "ContestRefusal.entered"),
        ("problem", ("p9", "W:W32,28:B23"), "ContestRefusal.same-position"),
        ("problem", ("p=9", "W:W31:B23"), "ContestRefusal.no-id"),
        ("problem", ("p9", "W:W51:B1"), "ContestRefusal.no-position"),
        ("problem", ("p9", "W:W31:B23", " "), "ContestRefusal.no-author"),
        ("mark", ("p9", "Auke", "7"), "ContestRefusal.no-problem"),
        ("mark", ("p1", "Auke", "good"), "ContestRefusal.no-mark"),
        ("mark", ("p1", "Auke", "-1"), "ContestRefusal.no-mark"),
        ("mark", ("p1", "Auke", "7.125"), "ContestRefusal.no-mark"),
        ("order", ("p1",), "ContestRefusal.left-out"),
        ("order", ("p1", "p2", "p1"), "ContestRefusal.twice"),
        ("order", ("p1=p1", "p2"), "ContestRefusal.twice"),
        ("order", ("p1", "p2", "p3"), "ContestRefusal.no-problem"),
    ],
)
def test_what_cannot_be_is_refused(contest, does, words, code):
    rows = len(contest.rows)
    refuses(says(code), getattr(contest, does), *words)
    assert len(contest.rows) == rows


def test_nobody_is_marked_or_ordered_before_a_problem_is_entered():
    empty = InMemory("H")
    refuses(says("ContestRefusal.nobody"), problem_marked, empty.state, ("p1", "Auke", "7"), corrects=False)
    refuses(says("ContestRefusal.nobody"), jury_ordered, empty.state, ("p1",))


def test_a_contest_has_no_games_and_an_event_of_games_no_problems(contest):
    games = InMemory("A")
    check_contest(contest.state)
    check_games(games.state)
    refuses(says("ContestRefusal.games-alone"), check_games, contest.state)
    refuses(says("ContestRefusal.contest-alone", competition="A"), check_contest, games.state)
    alone = says("ContestRefusal.contest-alone")
    refuses(alone, problem_entered, games.state, ProblemEntered("p1", "Jelle", WON))
    refuses(alone, problem_marked, games.state, ("p1", "Auke", "7"), corrects=False)
    refuses(alone, jury_ordered, games.state, ("p1",))
