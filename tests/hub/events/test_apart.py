"""Pairing in a process of its own: the same round, its time told, and an end for one that hangs."""

import os
import sys
from threading import Event

import pytest

from hub.events.apart import PairedApart
from hub.events.changes import Entrant
from hub.events.faults import TournamentError
from hub.events.pairing import paired
from hub.events.wishes import Wishes
from tests.hub.events.conftest import InMemory


@pytest.fixture
def blitz() -> InMemory:
    event = InMemory("F", rounds=3)
    event.enter(*[Entrant(f"p{number}") for number in range(1, 8)])
    return event


def test_the_process_pairs_what_the_engine_pairs_and_its_warnings_are_sentences(blitz):
    apart = PairedApart()
    assert paired(blitz.state, Wishes(), apart) == paired(blitz.state, Wishes())
    assert 0 < apart.took_s < 60
    small = InMemory("F", rounds=3)
    small.enter(Entrant("a"), Entrant("b"))
    small.pair()
    small.result(1, "a", "b", "1-0")
    with pytest.raises(TournamentError, match="round 2 cannot be paired without players meeting again") as refusal:
        paired(small.state, Wishes(), apart)
    assert refusal.value.sentence.code == "SwissFault.not-paired"
    first = next(iter(blitz.pair().free))
    for game in blitz.state.rounds[0].games:
        blitz.result(1, game.white, game.black, "draw")
    _, told = paired(blitz.state, Wishes(bye=first), apart)
    assert {one.code for one in told} == {"SwissFault.second-bye", "PairingFault.forced-bye"}


def test_one_that_takes_too_long_is_killed(blitz, tmp_path):
    number = tmp_path / "number"
    program = f"import os, time; open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    apart = PairedApart(1.5, (sys.executable, "-P", "-c", program))
    with pytest.raises(TournamentError, match="took longer than 2 s and was ended; nothing was paired; pair by hand"):
        paired(blitz.state, Wishes(), apart)
    assert 1.5 <= apart.took_s < 30
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_one_that_dies_says_why_and_one_that_is_interrupted_is_killed(blitz, tmp_path, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # Python 3.13 would colour what is read
    with pytest.raises(TournamentError, match="ended without a round: KeyError: 'p9'"):
        paired(blitz.state, Wishes(), PairedApart(command=(sys.executable, "-P", "-c", "{}['p9']")))

    def interrupted(_: float) -> None:
        if number.exists() and number.read_text():
            raise KeyboardInterrupt
        waited.wait(0.01)

    number, waited = tmp_path / "number", Event()
    program = f"import os, time; open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    monkeypatch.setattr("hub.events.apart.time.sleep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        paired(blitz.state, Wishes(), PairedApart(command=(sys.executable, "-P", "-c", program)))
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
