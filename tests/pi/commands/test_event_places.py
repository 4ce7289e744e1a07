"""What `damcam event ask` answers of schedules, matches and standings, in a process of its own as other programs call it."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.rules.tournament.by_matrices import NAMES, classes_of

ROOT = Path(__file__).resolve().parents[3]
C_7 = "5-1 6-2 7-3 8-4/1-6 2-5 3-8 4-7/1-4 2-3 5-8 6-7/7-1 8-2 5-3 6-4/1-8 2-7 3-6 4-5/3-1 2-4 5-7 8-6/1-2 4-3 6-5 7-8"
HUNDREDS, WITHIN_S = 400, 20


def event_ask(*questions):
    """The answers to those questions, and the status."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    called = [sys.executable, "-P", "-m", "pi", "event", "ask", "--json"]
    done = subprocess.run(called, input=lines, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def a_group_of_eight(chance):
    """A question about a group of eight with random results."""
    games = [
        {"round": number, "white": f"p{pair[0]}", "black": f"p{pair[-1]}", "result": chance.choice(["1-0", "0-1", "draw", "draw"])}
        for number, pairs in enumerate(C_7.split("/"), 1)
        for pair in pairs.split()
    ]
    players = [f"p{number}" for number in range(1, 9)]
    return {"ask": "standings", "competition": "C", "class": chance.choice(["KK", "HAA", "RHAA"]), "players": players, "games": games}


@pytest.fixture(scope="module")
def hundreds():
    """Hundreds of questions in one call, their answers and how long the call took."""
    chance = random.Random(20)
    questions = [a_group_of_eight(chance) for _ in range(HUNDREDS)]
    began = time.monotonic()
    answers, status = event_ask(*questions)
    assert status == 0
    return questions, answers, time.monotonic() - began


def test_hundreds_of_questions_are_answered_in_order_and_as_a_second_implementation_does(hundreds):
    questions, answers, _ = hundreds
    assert len(answers) == HUNDREDS
    for question, answer in zip(questions, answers, strict=True):
        placed = [(row["id"], row["by"]) for row in answer["table"]]
        assert placed == [(id, "open" if len(ids) > 1 else NAMES[by]) for ids, by in classes_of(question)["classes"] for id in ids]


def test_hundreds_of_questions_take_seconds(hundreds):
    assert hundreds[2] < WITHIN_S


def test_the_seven_rounds_of_c_7():
    (answer,), status = event_ask({"ask": "schedule", "competition": "C", "players": 8})
    assert status == 0
    assert [" ".join(f"{one}-{other}" for one, other in of_round["pairs"]) for of_round in answer["rounds"]] == C_7.split("/")


def test_a_question_that_cannot_be_is_answered_by_a_sentence_and_those_after_it_are_answered_too():
    wrong = {
        "ask": "standings",
        "competition": "A",
        "players": ["p1"],
        "games": [{"round": 1, "white": "p1", "black": "p1", "result": None}],
    }
    (error, answer), status = event_ask(wrong, {"ask": "schedule", "competition": "A", "players": 3})
    assert error == {"error": "a game of round 1 is of p1 against himself"}
    assert answer["article"] == "A 4"
    assert status == 0
