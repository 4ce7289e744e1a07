"""Pairing in a process of its own: the same round, its time told, and an end for one that hangs."""

import os
import sys
from types import SimpleNamespace

import pytest

from hub.events.apart import PairedApart
from hub.events.pairing import paired
from hub.events.wishes import Wishes
from tests.hub.events.conftest import InMemory, refuses
from tests.support.says import says
from tests.support.waiting import wait_until


@pytest.fixture
def blitz() -> InMemory:
    return InMemory("F", *(f"p{number}" for number in range(1, 8)), rounds=3)


def test_the_process_pairs_what_the_engine_pairs_and_its_warnings_are_sentences(system, blitz):
    apart = PairedApart()
    assert paired(blitz.state, Wishes(), apart) == paired(blitz.state, Wishes())
    assert apart.took_s > 0
    small = InMemory("F", "a", "b", rounds=3)
    small.pair()
    small.fill()
    refuses(says("SwissFault.not-paired", round=2), paired, small.state, Wishes(), apart)
    (first,) = blitz.pair().free
    blitz.fill()
    _, told = paired(blitz.state, Wishes(bye=first), apart)
    assert {one.code for one in told} == {"SwissFault.second-bye", "PairingFault.forced-bye"}


class Hanging:
    """A program that writes its number into a file, and hangs; `wait` waits until it does."""

    def __init__(self, folder):
        self._file = folder / "number"
        program = f"import os, signal; open({str(self._file)!r}, 'w').write(str(os.getpid())); signal.pause()"
        self.command = (sys.executable, "-P", "-c", program)

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


def test_one_that_takes_too_long_is_killed(blitz, hanging, monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: 2.0 if hanging.number else 0.0, sleep=hanging.wait)
    for module in ("apart", "child_program"):
        monkeypatch.setattr(f"hub.events.{module}.time", clock)
    apart = PairedApart(1.5, hanging.command)
    refuses(says("ApartFault.too-long", seconds=2), paired, blitz.state, Wishes(), apart)
    assert apart.took_s == 2.0
    hanging.is_gone()


def test_one_that_dies_says_why_and_one_that_is_interrupted_is_killed(blitz, hanging, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # Python 3.13 would colour what is read
    dies = PairedApart(command=(sys.executable, "-P", "-c", "{}['p9']"))
    refuses(says("ApartFault.failed", why="KeyError: 'p9'"), paired, blitz.state, Wishes(), dies)

    def interrupted(_: float) -> None:
        hanging.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr("hub.events.child_program.time", SimpleNamespace(monotonic=lambda: 0.0, sleep=interrupted))
    with pytest.raises(KeyboardInterrupt):
        paired(blitz.state, Wishes(), PairedApart(command=hanging.command))
    hanging.is_gone()
