"""A game that was read leniently, with its moves in the strict notation of Art. 22."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.errors import FenError, MoveError
from rules.fen import parse_fen
from rules.moves import play
from rules.notation import parse_move, write_move
from rules.pdn_game import PdnGame, PdnMove, start_of
from rules.position import Position
from rules.ruleset import RuleSet


def in_notation(game: PdnGame, rules: RuleSet, bare: bool = False) -> PdnGame:
    """The game with its legal moves, those of its variations too, as `write_move` has them, `bare` as there.

    From the first move of a line that is not legal on that line stays as it was read.
    """
    try:
        start = start_of(game, rules)
    except FenError:
        return game
    return replace(game, moves=tuple(_strict(game.moves, start, bare)))


def _strict(moves: Iterable[PdnMove], position: Position, bare: bool) -> Iterator[PdnMove]:
    legal = True
    for move in moves:
        if not legal:
            yield move
            continue
        variations = tuple(replace(line, moves=tuple(_strict(line.moves, position, bare))) for line in move.variations)
        text = move.text
        try:
            if move.setup is not None:
                position = parse_fen(move.setup, position.rules)
            else:
                played = parse_move(text, position)
                text, position = write_move(position, played, bare), play(position, played)
        except (FenError, MoveError):
            legal = False
        yield replace(move, text=text, variations=variations)
