"""A question to a process of its own: its answer, its priority, and an end for one that hangs."""

import os
import sys
from types import SimpleNamespace

import pytest

from tests.support.waiting import wait_until
from tournament.events.child_program import answered

PYTHON = (sys.executable, "-P", "-c")


def test_the_answer_is_json_and_the_process_has_a_lower_priority(system):
    program = "import json, os, sys; print(json.dumps([json.load(sys.stdin), os.nice(0)]))"
    assert answered((*PYTHON, program), {"fen": "W:W31:B20"}, 60.0) == [{"fen": "W:W31:B20"}, min(19, os.nice(0) + 10)]


def test_one_that_dies_says_why(system, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # Python 3.13 would colour what is read
    with pytest.raises(ValueError, match=r"^KeyError: 'p9'$"):
        answered((*PYTHON, "{}['p9']"), None, 60.0)


class Hanging:
    """A program that writes its number into a file, and hangs; `wait` waits until it does."""

    def __init__(self, folder):
        self._file = folder / "number"
        program = f"import os, signal; open({str(self._file)!r}, 'w').write(str(os.getpid())); signal.pause()"
        self.command = (*PYTHON, program)

    @property
    def number(self):
        """Its number, once it hangs; else 0."""
        return int((self._file.exists() and self._file.read_text()) or 0)

    def wait(self, _seconds=0.0):
        wait_until(lambda: self.number)

    def is_gone(self):
        with pytest.raises(ProcessLookupError):
            os.kill(self.number, 0)


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
