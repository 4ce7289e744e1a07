"""The command `moves`: the legal moves of positions."""

from argparse import ArgumentParser, Namespace
from typing import Any

from pi.setup.options import add_json, add_rules
from pi.setup.output import complain, print_json, wants_json
from pi.setup.standard_input import input_lines
from rules.board.fen import parse_fen, remarks
from rules.board.ruleset import RuleSet, ruleset
from rules.errors import DamcamError, Phrase, Sentence
from rules.play.endings import cited, ending
from rules.play.moves import legal_moves
from rules.play.notation import write_move


class OfFen(Phrase):
    """What is told of a FEN."""

    SAID = "{fen}: {said}"


def add_arguments(parser: ArgumentParser) -> None:
    add_rules(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Print the legal moves of each FEN on standard input; status 1 when any FEN was bad."""
    rules = ruleset(args.rules)
    as_json, status = wants_json(args.json), 0
    for line in input_lines():
        fen = line.strip()
        if not fen:
            continue
        try:
            row, odd = _row(fen, rules)
        except DamcamError as error:
            row, odd, status = {"fen": fen, "error": str(error)}, [error.sentence], 1
        if as_json:
            print_json(row)
            continue
        if "legal" in row:
            over = f"  ({row['ending']['result']}, {cited(row['ending']['article'])!s})" if row["ending"] else ""
            print(f"{fen}: {' '.join(move['move'] for move in row['legal'])}{over}")
        for said in odd:
            complain(OfFen.SAID.said(fen=fen, said=said))
    return status


def _row(fen: str, rules: RuleSet) -> tuple[dict[str, Any], list[Sentence]]:
    """The row of a FEN, and what is odd about it."""
    position = parse_fen(fen, rules)
    legal = legal_moves(position)
    over = ending(position)
    row: dict[str, Any] = {
        "fen": fen,
        "legal": [
            {"from": move.origin, "to": move.target, "captured": list(move.captured), "move": write_move(position, move)} for move in legal
        ],
        "ending": {"result": over.result, "article": over.article} if over else None,
    }
    odd = list(remarks(position))
    return (row | {"remarks": [str(remark) for remark in odd]} if odd else row), odd
