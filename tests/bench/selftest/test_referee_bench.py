"""The referee's bench: pictures that show a later press, its counts, and the limits behind "holds"."""

import json
import random
import sys
from collections import Counter

import pytest

from rules.board.squares import Content
from tests.bench import referee
from tests.bench.refereeing import playing
from tests.bench.refereeing.games import Rates, game
from tests.bench.refereeing.many import Sum
from tests.bench.refereeing.misread_fault import misread_fault
from tests.bench.refereeing.naming import differing
from tests.bench.refereeing.noise import Noise
from tests.bench.refereeing.pace import unseen
from tests.bench.refereeing.sightings import Weather, seen
from tests.support.misread_square import JudgedMisreading


def test_what_the_players_do_too_early_is_in_the_pictures() -> None:
    met: Counter[str] = Counter()
    for number in range(12):
        chance = random.Random(number)
        played = game(chance, False, Rates(irregular=0.3))
        presses, views = seen(chance, played, Weather(quick=0.4))
        for press, view, following in zip(presses, views, presses[1:], strict=False):
            met[view.ahead] += 1
            if view.ahead == "a piece in hand":
                move = following.words[0].move
                assert differing(press.board, view.contents) == [move.origin]
                assert view.contents[move.origin - 1] is Content.EMPTY
                assert press.board[move.origin - 1].side is following.side is press.side.other
            elif view.ahead:
                assert view.contents == following.board != press.board
                assert press.hands_back == (view.ahead == "the correction already")
            if view.ahead == "the correction already":
                assert {word.verdict for word in press.words} <= {"no-move", "legal"}
                assert following.event in ("corrected", "uncrowned")
    assert set(met) == {"", "a piece in hand", "the answer already", "the correction already"}


def test_what_a_picture_does_not_tell_from_the_truth_is_counted_as_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    as_shown, truly = {2: "misnamed"}, {1: "missed", 2: "misnamed", 3: "missed"}
    tallies = iter([(Counter(), as_shown), (Counter(), truly)])
    monkeypatch.setattr(playing, "tally", lambda presses, rulings: next(tallies))
    played = playing.play_game(playing.Setting(1, Noise(0), longest=3), 0)
    assert (played.wrong, played.excused) == (as_shown, 2)
    row = referee.figures(Noise(0), Sum(presses=3, games=1, excused=played.excused))
    assert row["excused"] == 2


FAIR = {how: 0 for kind in referee.WRONG for how in (kind.replace(" ", "_"), f"first_{kind.replace(' ', '_')}")}
PACE = {
    "median_ms": 7.0,
    "worst_ms": 50.0,
    "unseen_worst_ms": 400.0,
    "a_situation_more_costs_of_the_first": 1.0,
    "after_unseen_of_one_situation": 20.0,
}


@pytest.mark.parametrize(
    ("measured", "tripled", "pace", "holds"),
    [
        ({}, {}, {}, True),
        ({"refused": 1}, {}, {}, False),
        ({"missed": 1}, {}, {}, False),
        ({"first_missed": 1}, {}, {}, True),
        ({"false_alarm": 1}, {}, {}, False),
        ({"streak": 4}, {}, {}, False),
        ({"unsure_of_all": 0.016}, {}, {}, False),
        ({"kept_of_put_right": 0.03}, {}, {}, False),
        ({}, {"first_misnamed": 1}, {}, False),
        ({}, {"wrong_board": 1}, {}, False),
        ({}, {"refused": 1}, {}, False),
        ({}, {}, {"unseen_worst_ms": 1001.0}, False),
        ({}, {}, {"after_unseen_of_one_situation": 41.0}, False),
        ({}, {}, {"worst_ms": 101.0}, False),
        ({}, {}, {"lost_of_games": 0.011}, False),
    ],
)
def test_all_holds_only_where_nothing_that_was_asked_for_is_missing(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    measured: dict[str, int],
    tripled: dict[str, int],
    pace: dict[str, float],
    holds: bool,
) -> None:
    shares = {}

    def run(setting: playing.Setting, presses: int) -> dict[str, object]:
        shares[setting.noise.times, setting.irregular] = presses
        row = {"legal": 9000, "refused": 0, "excused": 0, **FAIR, **dict.fromkeys(referee.STUCK_AT_MOST, 0)}
        return row | (measured if setting.noise.times == 1 else tripled)

    monkeypatch.setattr(referee, "run", run)
    for name in ("unseen", "ordinary", "carrying", "after_unseen"):
        monkeypatch.setattr(referee, name, lambda *_: PACE | pace)
    monkeypatch.setattr(referee, "misread_squares", lambda _: {"lost_of_games": 0.01} | pace)
    monkeypatch.setattr(sys, "argv", ["referee", "--quick"])
    assert referee.main() == (0 if holds else 1)
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is holds
    assert (told["asked_at_most"]["unseen_worst_ms"], told["asked_at_most"]["refused"]) == (1000.0, 0)
    assert shares == {(1.0, 0.02): 3000, (1.0, 0.08): 600, (3.0, 0.02): 30}


def test_a_square_read_wrong_while_a_fault_is_pending_costs_no_move() -> None:
    game = misread_fault(2)
    first = game.misread[0].picture
    assert [press.event for press in game.presses[:first]].count("legal") < first
    assert game.judged() == JudgedMisreading((), ())


def test_presses_of_which_nothing_was_seen_are_timed() -> None:
    told = unseen(2)
    assert len(told["unseen_ms"]) == 2
    assert told["unseen_worst_ms"] == max(told["unseen_ms"]) > 0
