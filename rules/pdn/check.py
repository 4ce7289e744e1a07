"""The check of a game from a file: it replays the moves and compares the counts and the result with the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.board.fen import parse_fen, remarks
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.errors import FenError, IllegalMove, MoveError
from rules.pdn.game import LocatedFault, PdnFault, PdnGame, PdnMove, has_fen, rules_of, start_of
from rules.pdn.standing import stands
from rules.play.counting import Counter
from rules.play.endings import Cause, Ending, cited
from rules.play.moves import play
from rules.play.notation import has_wrong_sign, parse_move, write_move
from rules.play.strongest import DEFAULT_WEIGHTS, PieceWeights, strength
from rules.study.reasons import Reason
from rules.study.why import why_refused

MAX_VARIATION_REMARKS = 100
"""The most remarks on the variations of one game."""
MAX_REPETITION_POSITIONS = 200
"""The number of latest positions in which a repetition is looked for. Kings that move to and fro repeat a position sooner."""


@dataclass(frozen=True, slots=True)
class Stood:
    """A move that is not legal but no fault of the file, because the position after it is set up at once."""

    ply: int
    """The ply, from 1."""
    line: int
    """The line of the file, from 1."""
    text: str
    """The remark on it."""
    reason: Reason | None
    """Why the move is not legal."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check."""

    plies: int
    """The number of plies that were replayed."""
    faults: tuple[LocatedFault, ...]
    """What is wrong."""
    remarks: tuple[str, ...]
    """What is odd without being wrong."""
    reason: Reason | None = None
    """Why the move of the first fault is not legal; None if the fault is not a move."""
    stood: tuple[Stood, ...] = ()
    """The irregular moves that stood; they count as plies."""

    @property
    def ok(self) -> bool:
        return not self.faults


def check_game(game: PdnGame, rules: RuleSet, weights: PieceWeights = DEFAULT_WEIGHTS) -> Checked:
    """Replay the game up to its first fault. An illegal move is not a fault if a set-up follows it at once.

    Remarks name an error in a variation, play after an ending (also one by a count, Art. 18), an ending that may be claimed or proposed
    (the strongest position, by `weights`), and a result that the last position contradicts.
    """
    try:
        position = start_of(game, rules)
    except FenError as error:
        return Checked(0, (*game.faults, LocatedFault(0, game.line_of("FEN"), PdnFault.FEN.said(why=error.sentence))), game.remarks)
    return _Replay(game, rules, position, weights).checked()


class _Replay:
    """The replay of one game."""

    def __init__(self, game: PdnGame, rules: RuleSet, position: Position, weights: PieceWeights) -> None:
        self._game = game
        self._weights = weights
        self._claimed: set[Cause] = set()
        self._counter = Counter.at(position)
        self._plies = 0
        self._over = False
        self._wrong_signs: list[str] = []
        self._stood: list[Stood] = []
        uncrowned = (f"line {game.line_of('FEN')}: {remark}" for remark in remarks(position))
        self._remarks = [*_of_the_tags(game, rules), *uncrowned, *game.remarks]

    def checked(self) -> Checked:
        moves, rules = self._game.moves, self._counter.position.rules
        for place, move in enumerate(moves):
            self._remarks += _of_variations(move, self._counter.position, MAX_VARIATION_REMARKS - len(self._remarks))
            try:
                self._follow(move)
            except (FenError, MoveError) as error:
                reason = why_refused(self._counter.position, move.text) if isinstance(error, IllegalMove) else None
                if not stands(error, moves, place, rules):
                    return self._found(LocatedFault(self._plies + 1, move.line, error.sentence), *self._game.faults, reason=reason)
                self._plies += 1
                self._stood.append(Stood(self._plies, move.line, f"{error}, and stood: the position after it is set up", reason))
        if not self._game.faults:
            self._compare_the_result()
        return self._found(*self._game.faults)

    def _compare_the_result(self) -> None:
        over, result = self._counter.ending, self._game.result
        if over is not None and result not in (over.result, "*"):
            shown = f"({over.result}, {cited(over.article)})"
            self._remarks.append(f"ply {self._plies}: the result is {result}, but the last position shows another ending {shown}")

    def _found(self, *faults: LocatedFault, reason: Reason | None = None) -> Checked:
        if self._wrong_signs:
            others = f" (and {len(self._wrong_signs) - 1} more)" if len(self._wrong_signs) > 1 else ""
            self._remarks.append(f"{self._wrong_signs[0]}{others}")
        return Checked(self._plies, faults, tuple(self._remarks), reason, tuple(self._stood))

    def _follow(self, move: PdnMove) -> None:
        position = self._counter.position
        if move.setup is not None:
            self._counter = Counter.at(parse_fen(move.setup, position.rules))
            self._over = False
            if not self._stood or self._stood[-1].ply != self._plies:
                self._remarks.append(f"ply {self._plies + 1}: the position is set up, not reached by a move")
            return
        if not self._over and (found := self._counter.ending) is not None:
            self._over = True
            told = f"({found.result}, {cited(found.article)})"
            self._remarks.append(f"ply {self._plies + 1}: play went on after the game had ended {told}")
        played = parse_move(move.text, position)
        if has_wrong_sign(move.text, played):
            self._wrong_signs.append(f"ply {self._plies + 1}: {move.text[:20]} should be written {write_move(position, played)}")
        after = self._counter.then(play(position, played))
        self._counter = replace(after, stood=after.stood[-MAX_REPETITION_POSITIONS:])
        self._plies += 1
        for claim in self._counter.claims(self._weights) if len(self._counter.stood) > 1 else ():
            if claim.cause not in self._claimed:
                self._claimed.add(claim.cause)
                self._remarks.append(f"since ply {self._plies}: {self._told(claim)}")

    def _told(self, claim: Ending) -> str:
        if claim.cause is not Cause.STRONGEST:
            return f"a draw may be claimed ({cited(claim.article)})"
        strong = strength(self._counter.position, self._weights)
        figures = f"White {strong.white}, Black {strong.black}: {claim.result}"
        return f"the arbiter may decide by the strongest position; proposed {figures} ({cited(claim.article)})"


def _of_the_tags(game: PdnGame, rules: RuleSet) -> Iterator[str]:
    """Remarks on the tags for the rules and the start position."""
    named, set_up = rules_of(game), game.tags.get("SetUp", "").strip()
    if game.game_type is not None and named is not rules:
        says = f"means {named.name}" if named else "is not known here"
        yield f"line {game.line_of('GameType')}: the GameType {game.game_type[:20]} {says}; replayed as {rules.name}"
    if set_up == "1" and not has_fen(game):
        yield f"line {game.line_of('SetUp')}: SetUp is 1, but there is no FEN tag"
    if set_up == "0" and has_fen(game):
        yield f"line {game.line_of('SetUp')}: SetUp is 0, but there is a FEN tag; the FEN is used"


def _of_variations(move: PdnMove, position: Position, most: int) -> list[str]:
    """A remark for each variation, also a nested one, with a move that is not legal; `most` remarks at most."""
    found: list[str] = []
    waiting: list[tuple[Sequence[PdnMove], Position]] = [(line.moves, position) for line in reversed(move.variations)]
    while waiting and len(found) < most:
        moves, before = waiting.pop()
        for place, one in enumerate(moves):
            waiting += [(line.moves, before) for line in reversed(one.variations)]
            try:
                before = parse_fen(one.setup, before.rules) if one.setup is not None else play(before, parse_move(one.text, before))
            except (FenError, MoveError) as error:
                if not stands(error, moves, place, before.rules):
                    found.append(f"line {one.line}: in a variation, {error}")
                    break
    return found
