"""`damcam event pair` in a process of its own, as the pages run it: what it is told, and what becomes of a refusal."""

import sys

import pytest

from hub.organiser.pairing_runs import PairingRunFault, PairingRuns, pair_words
from rules.errors import Sentence
from tests.tournament.events.conftest import InMemory
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, Who
from tournament.events.event_file import append, read_event
from tournament.events.wishes import Wishes

REFUSES = """print('{"error": {"code": "", "english": "{text}", "values": {"text": "no"}}}')"""


def ended(words):
    """The run with these words, once it has ended."""
    run = PairingRuns().start("blitz", words)
    assert run.done.wait(60)
    return run


@pytest.mark.parametrize(("program", "fault"), [("{}['p9']", "failed"), (REFUSES, "")])
def test_a_program_that_pairs_nothing_is_told_and_its_sentence_where_it_refuses(system, monkeypatch, program, fault):
    monkeypatch.setattr("hub.organiser.pairing_runs.COMMAND", (sys.executable, "-P", "-c", program))
    run = ended([])
    with pytest.raises(TournamentError) as refusal:
        run.told({})
    assert refusal.value.sentence == (PairingRunFault.FAILED.said() if fault else Sentence.plain("no"))
    assert run.round is None


def test_a_change_that_the_page_did_not_show_is_refused_by_the_program_too(system, tmp_path):
    blitz = InMemory("F", *"abcd", rounds=3)
    blitz.write(tmp_path / "blitz")
    shown = read_event(tmp_path / "blitz")
    blitz.enter(Entrant("e"))
    append(shown, blitz.rows[-1].change, Who("Hiske"))
    run = ended(pair_words(shown, Wishes(), "Anke"))
    with pytest.raises(TournamentError, match=r"^Hiske has changed the event"):
        run.told({})
    assert not read_event(tmp_path / "blitz").state.rounds


def test_the_wishes_of_a_page_are_done_in_the_name_of_who_has_them_and_a_proposal_writes_nothing(system, tmp_path):
    InMemory("F", "-a", "b", "c", "d", rounds=3).write(tmp_path / "blitz")
    event, wishes = read_event(tmp_path / "blitz"), Wishes(absent=("-a",), bye="b")
    proposed = ended(pair_words(event, wishes))
    assert [game.pair for game in proposed.round.games] == [{"c", "d"}]
    assert read_event(tmp_path / "blitz").rows == event.rows
    paired = ended(pair_words(event, wishes, "Anke"))
    row = read_event(tmp_path / "blitz").rows[-1]
    assert (row.change, row.who.by) == (paired.round, "Anke") == (proposed.round, "Anke")
    assert str(paired.told({"b": "Bate"})[0]).startswith("round 1 paired")
