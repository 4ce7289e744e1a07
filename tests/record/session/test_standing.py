"""Games in which irregularities of every kind stand: what is written of them is read back, ply by ply."""

import random
from collections import Counter

import pytest

from record.events.of_game import Arbitrated, Pressed, Ruled, SessionOpened
from record.papers.game_pdn import export_pdn
from record.session.standing import reached
from record.session.step import State, from_events
from rules.board.fen import full_fen, parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.irregularity import Verdict
from rules.pdn.check import Checked
from rules.pdn.read import check_game, read_games
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Situation
from rules.referee.explanations import explanations
from tests.record.session.pdn_positions import followed

STANDING = [verdict for verdict in Verdict if verdict.is_irregular and verdict not in (Verdict.TURNED, Verdict.JUMBLED, Verdict.NO_MOVE)]
STARTS = {
    10: (
        "W:W31-50:B1-20",
        "W:WK46,K48,32,27,10:BK1,K3,18,22,40",
        "W:WK46,28,27:B6,20,19:H0:F1:+0+346",
        "B:WK24,33,34,12,7:BK16,44,41,8,9",
        "W:W46-50:B1-5",
    ),
    8: ("W:W21-32:B1-12", "W:WK30,K32,21,22,6:BK2,K4,10,11,27"),
}


GAMES, PLIES, IRREGULAR = 10, 30, 0.35


def situation_after(position: Position, met: Counter[str] | None, chance: random.Random) -> tuple[Situation, Verdict, str | None]:
    """A legal press or, of the irregular ones that the position allows, that met least; and its move as the referee writes it."""
    told = explanations(position)
    verdict = Verdict.LEGAL
    if met is not None:
        verdict = min((name for name in STANDING if any(one.verdict is name for one in told)), key=lambda name: met[name])
    one = chance.choice([one for one in told if one.verdict is verdict])
    mover = position.with_side(position.side.other) if one.verdict is Verdict.OPPONENTS_PIECE else position
    move = write_move(mover, one.move) if one.move else None
    return Situation(position, position).after(1, position, one), one.verdict, move


def game(rules: str, seed: int, met: Counter[str]) -> list[object]:
    """The events of a game in which about every third press is irregular and answered, some are not read, and some pass the turn."""
    chance = random.Random(f"{rules} {seed}")
    starts = STARTS[ruleset(rules).board_size]
    start = parse_fen(starts[seed % len(starts)], ruleset(rules))
    events: list[object] = [SessionOpened(rules, start.rules.board_size, full_fen(start), "none", 0, 0)]
    position = start
    for seq in range(1, PLIES + 1):
        side, stood = position.side, full_fen(position)
        if not legal_moves(position):
            break
        then, named, move = situation_after(position, met if chance.random() < IRREGULAR else None, chance)
        position, said = then.now, str(named)
        odd = chance.random()
        if odd < 0.04:
            said, move = "unsure", None if odd < 0.02 else move
        elif odd < 0.06:
            said, move, position = "no-move", None, then.before.with_side(side.other)
        elif odd < 0.08:
            said, move = "jumbled", None
        met[said] += 1
        events.append(Pressed(seq, seq, str(side), 0, 0, str(side.other)))
        events.append(Ruled(seq, str(side), said, move, write_fen(position), 0.99, start=stood))
        if odd > 0.98:
            position = play(position, chance.choice(legal_moves(position))) if legal_moves(position) else position
            events.append(Arbitrated(seq, seq, "position", "A. Bouma", write_fen(position, counts=True)))
    return events


def told_of(state: State) -> list[Position]:
    """The positions that the file is to tell: of a ply that was not read none, but what the next starts from where it does not follow."""
    told: list[Position] = []
    for after in reached(state):
        told += [after.begins] if after.begins else []
        told += [] if after.ply.is_unread else [after.position]
    return told


@pytest.mark.parametrize("rules", [rules.name for rules in RULE_SETS])
def test_every_ply_is_read_back_with_its_position(rules: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        state = from_events(game(rules, seed, met))
        for remarks in (True, False):
            (read,) = read_games(export_pdn(state, remarks=remarks))
            found: Checked = check_game(read, ruleset(rules))
            assert (found.faults, read.faults) == ((), ())
            positions = followed(read, parse_fen(state.opened.start_fen, ruleset(rules)))
            assert positions == told_of(state)
            known = [write_fen(parse_fen(ply.fen, ruleset(rules))) for ply in state.plies if not ply.is_unread]
            begun = [write_fen(after.begins) for after in reached(state) if after.begins]
            assert sorted(map(write_fen, positions)) == sorted(known + begun)
            assert [move.text for move in read.moves if move.setup is None] == [ply.move for ply in state.plies if ply.move]
    assert set(STANDING) - {Verdict.BANNED_KING} <= set(met)  # a banned king is rare; test_export has one
