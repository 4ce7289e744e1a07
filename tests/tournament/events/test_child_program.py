"""A question to a process of its own: its answer, its priority, and an end for one that hangs."""

import os
from types import SimpleNamespace

import pytest

from tests.tournament.events.hanging import PYTHON, Hanging
from tournament.events.child_program import answered


def test_the_answer_is_json_and_the_process_has_a_lower_priority(system):
    program = "import json, os, sys; print(json.dumps([json.load(sys.stdin), os.nice(0)]))"
    assert answered((*PYTHON, program), {"fen": "W:W31:B20"}, 60.0) == [{"fen": "W:W31:B20"}, min(19, os.nice(0) + 5)]


def test_one_that_dies_says_why(system, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # Python 3.13 would colour what is read
    with pytest.raises(ValueError, match=r"^KeyError: 'p9'$"):
        answered((*PYTHON, "{}['p9']"), None, 60.0)


@pytest.fixture
def hanging(system, tmp_path):
    return Hanging(tmp_path)


def test_one_that_takes_too_long_is_killed(hanging, monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: 2.0 if hanging.number else 0.0, sleep=hanging.wait)
    monkeypatch.setattr("tournament.events.child_program.time", clock)
    with pytest.raises(TimeoutError):
        answered(hanging.command, None, 1.5)
    hanging.is_gone()


def test_one_whose_question_is_interrupted_is_killed(hanging, monkeypatch):
    def interrupted(_: float) -> None:
        hanging.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr("tournament.events.child_program.time", SimpleNamespace(monotonic=lambda: 0.0, sleep=interrupted))
    with pytest.raises(KeyboardInterrupt):
        answered(hanging.command, None, 60.0)
    hanging.is_gone()
