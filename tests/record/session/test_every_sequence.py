"""Every sequence of presses and rulings of the arbiter: the record, its game file and the pages' view tell what a plain model tells."""

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest

from record.decisions.arbitration import Decision, decide
from record.decisions.commands import Undo
from record.decisions.undoing import undoing
from record.events.of_game import Event, Pressed, Ruled, SessionOpened
from record.papers.game_pdn import broadcast_pdn, export_pdn
from record.papers.public_change import is_same_to_public
from record.papers.public_view import UNWRITTEN, public_view
from record.session.arbiter import ON_THE_BOARD, ArbitrationError
from record.session.step import State, from_events, step
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.errors import PressError
from rules.irregularity import Verdict
from rules.pdn.game import PdnGame
from rules.pdn.read import check_game, read_games
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Situation
from rules.referee.explanations import explanations
from tests.record.session.plain_record import Entry, PlainRecord, positions
from tests.support.says import says

START = {10: "W:WK46,K48,32,27,10:BK1,K3,18,22,40", 8: "W:WK30,K32,21,22,6:BK2,K4,10,11,27"}
SET_UP = {10: "B:W27,32,K46:BK1,18,22", 8: "B:W21,22,K30:BK2,10,11"}
"""By the size of the board."""
SILENT_BOARD = (Verdict.NO_MOVE, Verdict.TURNED)
"""The verdicts of presses after which the board is as it was."""
PRESSES = ("legal", "again", *(str(verdict) for verdict in Verdict if verdict not in (Verdict.LEGAL, Verdict.CORRECTED)))
RULINGS = ("undo", "stand", "restore", "take-back 1", "take-back 2", "position", "to-move white", "to-move black", "paper", "record", "end")
ACTS = (*PRESSES, *RULINGS)


@dataclass
class Game:
    """A game on the record, the plain model of it, and the board."""

    state: State
    plain: PlainRecord
    now: Position
    before: Position | None = None
    """The position that the side that pressed last may return to."""
    handed_back: bool = False
    without: "Game | None" = None
    """The game before the last act, where that was a ruling: undoing leads back to it."""
    events: list[Event] = field(default_factory=list)
    seen: tuple[Any, str, str] | None = None
    """What the public sees of the state; None at the beginning."""

    def after(self, act: str) -> "Game | None":
        """The game after the act, compared with the model; None where it cannot be or is refused, which is compared as well."""
        one = replace(self, plain=deepcopy(self.plain), events=list(self.events))
        one.without = self if act in RULINGS and act != "undo" else None
        if act == "undo":
            return self._undone()
        if not (one._press(act) if act in PRESSES else one._rule(*act.split())):
            return None
        compare(one)
        return one

    def _undone(self) -> "Game | None":
        """The game before the last ruling, with the record of it and of its undoing; None where there is nothing to undo."""
        if self.without is None:
            with pytest.raises(ArbitrationError, check=says("RulingRefusal.nothing-to-undo")):
                undoing(self.state, Undo("A. Bouma", 0), 0)
            return None
        event = undoing(self.state, Undo("A. Bouma", self.events[-1].t_ns), 0)
        state = step(self.state, event)
        assert state == replace(self.without.state, undoable=None)
        return replace(self.without, plain=deepcopy(self.without.plain), state=state, without=None, events=[*self.events, event])

    def _press(self, act: str) -> bool:
        if act == "again" and (self.before is None or self.handed_back or not self.plain.entries):
            return False
        again = act == "again" or self.handed_back
        start = self.before if again and self.before else self.now
        made = pressed(start, "corrected" if again and act in ("legal", "again") else act)
        if made is None:
            return False
        if act == "no-move" and not again and self._is_claimed():
            made = replace(made, fen=write_fen(self.now.with_side(start.side.other)))
            self.handed_back = True
        else:
            self.before, self.now, self.handed_back = start, parse_fen(made.fen, start.rules), False
        seq = self.state.last_seq + 1
        press = Pressed(seq, seq, made.side, 0, 0, str(self.now.side))
        if self.state.over:
            with pytest.raises(PressError):
                step(self.state, press)
            return False
        self.plain.press(made)
        self._add(press)
        self._add(Ruled(seq, made.side, made.verdict, made.move, made.fen, 0.99, start=made.start))
        return True

    def _is_claimed(self) -> bool:
        """Whether a press without a move hands back what the opponent did."""
        last = self.plain.entries[-1] if self.plain.entries else None
        return last is not None and last.is_fault and not last.stands and last.side != str(self.now.side)

    def _rule(self, word: str, what: str = "") -> bool:
        plies, side = (int(what), "") if word == "take-back" else (0, what)
        set_up = SET_UP[self.now.rules.board_size]
        said = Decision(self.state.last_seq, word, "A. Bouma", plies=plies, side=side, fen=set_up, result="1-0")
        trial = deepcopy(self.plain)
        allowed = trial.can_rule(word, plies)
        if allowed:
            trial.rule(word, plies=plies, fen=set_up if word == "position" else write_fen(self._now().with_side(Side(side or "white"))))
        led = trial.entries if word in ("stand", "restore", "take-back") else self.plain.entries if word == "to-move" else []
        if not allowed or (led and led[-1].is_unread):
            with pytest.raises(ArbitrationError):
                step(self.state, decide(self.state, said, 0))
            return False
        event = decide(self.state, said, 0)
        if word in ("stand", "restore", "take-back"):
            assert alike(event.fen, trial.entries[-1].fen if trial.entries else self.state.opened.start_fen)
        if word == "to-move":
            assert alike(event.fen, trial.entries[-1].fen)
            trial.entries[-1].fen = event.fen  # it has the counts of Art. 17 too
        if word in ON_THE_BOARD:
            self.now, self.before, self.handed_back = parse_fen(event.fen, self.now.rules), None, False
        self.plain = trial
        self._add(event)
        return True

    def _now(self) -> Position:
        return parse_fen(self.state.fen, self.now.rules)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        before, self.state = self.state, step(self.state, event)
        seen, self.seen = self.seen or for_public(before), for_public(self.state)
        is_same = seen == self.seen
        assert is_same_to_public(before, self.state) == is_same
        assert is_same or not isinstance(event, Ruled) or before.plies != self.state.plies, "a ruling shows by the record alone (Art. 24)"


def for_public(state: State) -> tuple[Any, str, str]:
    """All that pages, archive and broadcast tell of a game."""
    return public_view(state), export_pdn(state, remarks=False), broadcast_pdn(state)


def begun(rules: str) -> Game:
    size = ruleset(rules).board_size
    start = parse_fen(START[size], ruleset(rules))
    opened = SessionOpened(rules, size, START[size], "none", 0, 0)
    plain = PlainRecord(missed_capture_stays=start.rules.missed_capture_stays)
    return Game(from_events([opened]), plain, start, events=[opened])


@cache
def _pressed(start: Position, verdict: str) -> Entry | None:
    side, moves, plain = str(start.side), legal_moves(start), write_fen(start)

    def entry(move: str | None, after: Position) -> Entry:
        return Entry(side, move, verdict, write_fen(after), plain, stands=False)

    if verdict in ("legal", "corrected", "unsure"):
        if not moves:
            return None
        move = moves[-1 if verdict == "corrected" else 0]
        return entry(None if verdict == "unsure" else write_move(start, move), play(start, move))
    if verdict in SILENT_BOARD:
        return entry(None, start.with_side(start.side.other))
    named = [one for one in explanations(start) if one.verdict == verdict] or [
        one for one in explanations(start) if one.verdict is Verdict.UNREACHABLE
    ]
    if not named:
        return None
    one = named[0]
    mover = start.with_side(start.side.other) if one.verdict is Verdict.OPPONENTS_PIECE else start
    return entry(write_move(mover, one.move) if one.move else None, Situation(start, start).after(1, start, one).now)


def pressed(start: Position, verdict: str) -> Entry | None:
    """A press by the side to move that is ruled so; None where there is none."""
    made = _pressed(start, verdict)
    return made and replace(made)


def followed(read: PdnGame, start: Position) -> list[Position]:
    """The position after each move, or after the set-up right behind it; what stands behind a comment of its own is a ply of its own."""
    found: list[Position] = []
    position = start
    for move in read.moves:
        if move.setup is not None:
            position = parse_fen(move.setup, start.rules)
            if not move.before:
                found.pop()
        else:
            fitting = [one for one in legal_moves(position) if write_move(position, one) == move.text]
            position = play(position, fitting[0]) if fitting else position
        found.append(position)
    return found


def alike(one: str, other: str) -> bool:
    """Whether two FENs have the same pieces and side to move."""
    return parse(one) == parse(other)


@cache
def parse(fen: str) -> str:
    """The pieces and the side to move, always in the same words; squares have the same numbers on a larger board."""
    return write_fen(parse_fen(fen, ruleset("frisian")))


def compare(game: Game) -> None:
    """Fails where the record, the game file or the pages' view tell something else than the model."""
    state, plain = game.state, game.plain
    assert [(ply.side, ply.move, ply.verdict, ply.fen) for ply in state.plies] == [one.told for one in plain.shown]
    assert [(ply.side, ply.move, ply.verdict, ply.fen) for ply in state.line.open] == [one.told for one in plain.pending]
    waits = plain.pending or plain.owed
    assert state.pending == (waits[-1].verdict if waits else None)
    start, rules = state.opened.start_fen, ruleset(state.opened.rules)
    view, public_pdn, _ = game.seen or for_public(state)
    for pdn in (export_pdn(state), public_pdn):
        (read,) = read_games(pdn)
        assert [write_fen(one) for one in followed(read, parse_fen(start, rules))] == [parse(fen) for fen in positions(start, plain.shown)]
        assert [move.text for move in read.moves if move.setup is None] == [one.move for one in plain.shown if one.move]
        assert check_game(read, rules).faults == ()
    assert_view(view, state, plain)


def assert_view(view: dict[str, Any], state: State, plain: PlainRecord) -> None:
    fens = [state.opened.start_fen]
    for one in plain.shown:
        fens.append(("B" if one.side == "white" else "W") + fens[-1][1:] if one.is_unread else one.fen)
    assert view["fens"] == fens
    moves = [row[side] for row in view["moves"] for side in ("white", "black") if row[side] is not None]
    assert moves == [one.move or UNWRITTEN for one in plain.shown]
    assert view["being_read"] == (bool(plain.pending) and not plain.on_paper and not state.over)


def every(game: Game, length: int, acts: tuple[str, ...] = ACTS) -> Iterator[Game]:
    """The games after each sequence of at most `length` acts."""
    for act in acts:
        after = game.after(act)
        if after:
            yield after
            if length > 1:
                yield from every(after, length - 1)


@pytest.mark.parametrize("rules", ["frisian", "international"])
def test_every_sequence_of_two_acts(rules: str) -> None:
    assert sum(1 for _ in every(begun(rules), 2)) > 300


@pytest.mark.parametrize("rules", [rules.name for rules in RULE_SETS])
def test_sequences_of_many_acts_at_random(rules: str) -> None:
    chance, met = random.Random(rules), set()
    for length in [6] * 30 + [20] * 6:
        game = begun(rules)
        for act in chance.choices(ACTS, k=length):
            game = game.after(act) or game
        assert from_events(game.events) == game.state
        met |= {ply.verdict for ply in game.state.plies}
    assert {verdict for verdict in Verdict if verdict.is_irregular} - {*SILENT_BOARD, Verdict.BANNED_KING} <= met


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize("rules", ["frisian", "international"])
@pytest.mark.parametrize("first", ACTS)
def test_every_sequence_of_three_acts_and_a_fourth_at_random(rules: str, first: str) -> None:
    chance = random.Random(rules + first)
    for game in every(begun(rules), 3, (first,)):
        game.after(chance.choice(ACTS))
