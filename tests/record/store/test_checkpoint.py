"""What the referee holds, as bytes and back; and what is not taken for it."""

import pickle

import pytest

from record.store.checkpoint import CheckpointError, freeze, thaw
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.referee.belief import Belief
from rules.referee.rule import rule


def belief(rules: str) -> Belief:
    """After a press that nothing was seen of: many situations."""
    held = Belief.at(Position.start(ruleset(rules)))
    return rule(held, 1, held.position.side, Evidence.none(len(held.position.contents())))[0]


@pytest.mark.parametrize("rules", ["frisian", "english"])
def test_it_is_the_same_again(rules):
    held = belief(rules)
    again = thaw(freeze(held))
    assert again == held
    evidence = Evidence.none(len(held.position.contents()))
    assert rule(again, 2, held.position.side, evidence) == rule(held, 2, held.position.side, evidence)


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: data[:40] + b"x" + data[41:], lambda _: b""])
def test_what_is_damaged_is_refused(spoil):
    with pytest.raises(CheckpointError):
        thaw(spoil(freeze(belief("frisian"))))


def test_what_is_no_belief_is_refused():
    with pytest.raises(CheckpointError, match="of the type tuple"):
        thaw(freeze((1, 2)))
    with pytest.raises(CheckpointError, match="no part of a belief"):
        thaw(freeze(pickle.PickleBuffer))
