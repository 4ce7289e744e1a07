"""The strict form of a game that was read leniently: in the notation of Art. 22 and without faults."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.errors import FenError, MoveError
from rules.pdn.game import PdnGame, PdnMove, rules_of, start_of
from rules.pdn.standing import stands, written
from rules.pdn.tags import checked_tags, is_printable
from rules.pdn.write import cut_short, form_of, written_result
from rules.play.moves import play
from rules.play.notation import parse_move, write_move


def in_notation(game: PdnGame, rules: RuleSet, bare: bool = False) -> PdnGame:
    """The game replayed under these rules, with its moves written by `write_move(..., bare)`.

    The moves stop before the first that is not legal, unless a set-up follows it at once. That move and the rest become unread; after a
    bad FEN all moves do. A variation stays as it was read from its first illegal move on. The GameType and Result tags are corrected, and
    the other tags are those of `checked_tags`.
    """
    tags = checked_tags(game).tags
    if rules_of(game) is not rules:
        tags["GameType"] = str(rules.game_type)
    if "Result" in tags:
        tags["Result"] = written_result(game.result, form_of(game))
    game = replace(game, tags=tags)
    try:
        start = start_of(game, rules)
    except FenError:
        return _without_fen(game, rules)
    moves = tuple(_strict(game.moves, start, bare))
    legal = len(moves) if all(legal for _, legal in moves) else len(moves) - 1
    strict = replace(game, moves=(*(move for move, _ in moves), *game.moves[len(moves) :]))
    return strict if legal == len(game.moves) else cut_short(strict, rules, legal)


def _without_fen(game: PdnGame, rules: RuleSet) -> PdnGame:
    cut = cut_short(game, rules, 0)
    tags = {name: value for name, value in game.tags.items() if name not in ("FEN", "SetUp")}
    fen = game.tags["FEN"]
    return replace(cut, tags=tags, unread=f"FEN {fen if is_printable(fen) else repr(fen)} {cut.unread}".strip())


def _strict(moves: Sequence[PdnMove], position: Position, bare: bool) -> Iterator[tuple[PdnMove, bool]]:
    """The moves in notation, each with whether it is legal or stood. The first that is neither comes last, as it was read."""
    for place, move in enumerate(moves):
        text, after = move.text, position
        try:
            if move.setup is not None:
                after = parse_fen(move.setup, position.rules)
            else:
                played = parse_move(text, position)
                text, after = write_move(position, played, bare), play(position, played)
        except (FenError, MoveError) as error:
            if not stands(error, moves, place, position.rules):
                yield _with_strict_variations(move, text, position, bare), False
                return
            text = written(text)
        yield _with_strict_variations(move, text, position, bare), True
        position = after


def _with_strict_variations(move: PdnMove, text: str, position: Position, bare: bool) -> PdnMove:
    variations = []
    for line in move.variations:
        strict = tuple(one for one, _ in _strict(line.moves, position, bare))
        variations.append(replace(line, moves=strict + line.moves[len(strict) :]))
    return replace(move, text=text, variations=tuple(variations))
