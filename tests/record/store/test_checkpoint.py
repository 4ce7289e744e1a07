"""What the referee holds, as bytes and back; and what is not taken for it."""

import hashlib
import json
from dataclasses import replace
from functools import cache
from importlib.metadata import version

import pytest

from record.store.checkpoint import CheckpointError, freeze, thaw
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.irregularity import Verdict
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.support.says import says


@cache
def belief(rules: str) -> Belief:
    """After a press that nothing was seen of: many situations."""
    held = Belief.at(Position.start(ruleset(rules)))
    return rule(held, 1, held.position.side, Evidence.none(len(held.position.contents())))[0]


def seen(*changes: tuple[int, Content], nats: float = 12.0) -> Evidence:
    """A clear picture of the Frisian start position with those changes."""
    contents = list(Position.start(ruleset("frisian")).contents())
    for square, content in changes:
        contents[square - 1] = content
    return Evidence.of([[0.0 if content is stands else -nats for content in Content] for stands in contents])


E, W, B = Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN
GAME = {
    "legal": ((32, E), (28, W)),
    "27d": ((32, E), (28, W), (19, E), (25, B)),  # 19-25 is no move
    "no-move": ((32, E), (28, W), (19, E), (25, B)),  # White hands the turn back
    "unseen": None,
    "restored": ((32, E), (28, W), (19, E), (24, B)),
}


def beliefs() -> list[Belief]:
    """The beliefs of a game with a fault that is handed back, a press that nothing was seen of, and a correction."""
    held, all_of_them = Belief.at(Position.start(ruleset("frisian"))), []
    for seq, changes in enumerate(GAME.values(), 1):
        side = next(side for side in (held.position.side, held.position.side.other) if held.may_press(side))
        held, _ = rule(held, seq, side, Evidence.none(50) if changes is None else seen(*changes))
        all_of_them.append(held)
    return all_of_them


def with_digest(content: bytes) -> bytes:
    """The bytes of a checkpoint of this version of damcam with that content."""
    return hashlib.sha256(version("damcam").encode() + b"\n" + content).digest() + content


def test_it_is_the_same_again_and_the_game_goes_on_from_it():
    held = belief("english")
    again = thaw(freeze(held))
    assert again == held
    evidence = Evidence.none(32)
    assert rule(again, 2, held.position.side, evidence) == rule(held, 2, held.position.side, evidence)


def test_that_kings_get_no_second_disc_is_kept():
    home = Position.start(ruleset("frisian", second_disc=False))
    assert thaw(freeze(Belief.at(home))).position.rules is home.rules is not ruleset("frisian")


def test_each_belief_of_a_game_is_the_same_again_and_in_the_same_bytes():
    pending = set()
    for held in beliefs():
        again = thaw(freeze(held))
        assert again == held
        assert repr(again) == repr(held), "equal is not enough: a Side equals its text, and a Content its number"
        assert freeze(again) == freeze(held)
        pending |= {situation.pending for situation, _ in held.situations}
    assert Verdict.UNREACHABLE in pending


def test_the_position_before_a_fault_stays_apart_from_an_equal_one_now():
    """The referee tells them apart by identity."""
    start = Position.start(ruleset("frisian"))
    (situation, log_p), *_ = Belief.at(start).situations
    apart = replace(situation, now=replace(start))
    for kept in (situation, apart):
        thawed = thaw(freeze(Belief(((kept, log_p),)))).situations[0][0]
        assert (thawed.now is thawed.before) == (kept.now is kept.before)


def test_the_counts_of_article_17_are_kept():
    counted = Belief.at(parse_fen("W:WK41,36:BK40,1:H0:F1:+340+341", ruleset("frisian")))
    assert thaw(freeze(counted)).position == counted.position


def test_what_is_damaged_or_no_belief_is_refused():
    data = freeze(belief("frisian"))
    for spoilt in (data[:-1], data[:40] + b"x" + data[41:], b""):
        with pytest.raises(CheckpointError):
            thaw(spoilt)
    with pytest.raises(CheckpointError, check=says("CheckpointFault.foreign", name="set")):
        freeze(replace(belief("frisian"), lost_p={0.0}))
    with pytest.raises(CheckpointError, check=says("CheckpointFault.no-belief", type="Evidence")):
        thaw(freeze(seen()))


MOVES = '["KingMoves",0,0]'


@pytest.mark.parametrize(
    "rows",
    [
        *("[", "[" * 100_000, "7", "[7]", "[[]]", "[]"),
        *('[["KingMoves",0]]', '[["KingMoves",0,0,0]]', '[["Path","/etc/passwd"]]'),  # a field is missing, or too many; another class
        *(f'[["KingMoves",{field},0]]' for field in ('{"object":0}', '{"Path":"x"}', '{"Side":"red"}', '{"RuleSet":"chess"}', "{}")),
        *(f'[{MOVES},["Shown",{{"object":{number}}},null,null,null,null]]' for number in ("-1", "true")),
        *(f'[["Belief",{situations},0.0,0.0,null,[],null,null]]' for situations in ("1", "[]", "[[1,0.0]]")),
    ],
)
def test_rows_that_this_version_does_not_write_are_refused(rows):
    with pytest.raises(CheckpointError):
        thaw(with_digest(rows.encode()))


def test_the_bytes_are_json_that_no_version_of_python_decides():
    data = freeze(belief("english"))
    assert data == with_digest(data[32:]), "the refusals above would be those of the digest"
    rows = json.loads(data[32:])
    assert rows[-1][0] == "Belief"
    assert ["KingMoves", 0, 0] in rows
