"""A game from a file replayed: which of its moves are legal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.counting import Counter
from rules.endings import cited
from rules.errors import FenError, MoveError
from rules.fen import parse_fen, remarks
from rules.moves import play
from rules.notation import has_wrong_sign, parse_move, write_move
from rules.pdn_game import Fault, PdnGame, PdnMove, rules_of, start_of
from rules.position import Position
from rules.ruleset import RuleSet

MOST_REMARKS = 100
"""On the variations of one game."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A game replayed: how many plies are legal, what is wrong, and what is odd without being wrong."""

    plies: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.faults


def check_game(game: PdnGame, rules: RuleSet) -> Checked:
    """Replay the game; after its first fault it is not replayed further. What is wrong in a variation is a remark, and so is play that
    goes on after an ending, one by counting (Art. 18) too."""
    try:
        position = start_of(game, rules)
    except FenError as error:
        return Checked(0, (*game.faults, Fault(0, game.line, f"FEN: {error}")), game.remarks)
    return _Replay(game, rules, position).checked()


class _Replay:
    """A game on its way through the rules."""

    def __init__(self, game: PdnGame, rules: RuleSet, position: Position) -> None:
        self._game = game
        self._counter = Counter.at(position)
        self._plies = 0
        self._over = False
        self._wrong_signs: list[str] = []
        self._remarks = [*_of_the_game_type(game, rules), *remarks(position), *game.remarks]

    def checked(self) -> Checked:
        unread = self._game.faults[0].ply if self._game.faults else None
        for move in self._game.moves:
            if self._plies == unread:
                break
            self._remarks += _of_variations(move, self._counter.position, MOST_REMARKS - len(self._remarks))
            try:
                self._follow(move)
            except (FenError, MoveError) as error:
                return self._found(Fault(self._plies + 1, move.line, str(error)), *self._game.faults)
        return self._found(*self._game.faults)

    def _found(self, *faults: Fault) -> Checked:
        if self._wrong_signs:
            others = f" (and {len(self._wrong_signs) - 1} more)" if len(self._wrong_signs) > 1 else ""
            self._remarks.append(f"{self._wrong_signs[0]}{others}")
        return Checked(self._plies, faults, tuple(self._remarks))

    def _follow(self, move: PdnMove) -> None:
        position = self._counter.position
        if move.setup is not None:
            self._counter = Counter.at(parse_fen(move.setup, position.rules))
            self._over = False
            self._remarks.append(f"ply {self._plies + 1}: the position is set up, not reached by a move")
            return
        if not self._over and (found := self._counter.ending) is not None:
            self._over = True
            told = f"({found.result}, {cited(found.article)})"
            self._remarks.append(f"ply {self._plies + 1}: play went on after the game had ended {told}")
        played = parse_move(move.text, position)
        if has_wrong_sign(move.text, played):
            self._wrong_signs.append(f"ply {self._plies + 1}: {move.text[:20]} should be written {write_move(position, played)}")
        # What repeats gives a claim and ends nothing; it need not be remembered through a long game.
        self._counter = replace(self._counter.then(play(position, played)), stood=())
        self._plies += 1


def _of_the_game_type(game: PdnGame, rules: RuleSet) -> list[str]:
    named = rules_of(game)
    if game.game_type is None or named is rules:
        return []
    says = f"says {named.name}" if named else "is of none of the games here"
    return [f"the GameType {game.game_type[:20]} {says}; replayed as {rules.name}"]


def _of_variations(move: PdnMove, position: Position, most: int) -> list[str]:
    """A remark for each variation, nested ones too, whose moves are not all legal from this position on."""
    found: list[str] = []
    waiting: list[tuple[Sequence[PdnMove], Position]] = [(line.moves, position) for line in reversed(move.variations)]
    while waiting and len(found) < most:
        moves, before = waiting.pop()
        for one in moves:
            waiting += [(line.moves, before) for line in reversed(one.variations)]
            try:
                before = parse_fen(one.setup, before.rules) if one.setup is not None else play(before, parse_move(one.text, before))
            except (FenError, MoveError) as error:
                found.append(f"line {one.line}: in a variation, {error}")
                break
    return found
