"""The command `problem`: whether a problem meets regulation H, Art. 2, and whether it has one solution."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from pi.setup import values
from pi.setup.options import add_rules
from pi.setup.output import print_json
from pi.setup.standard_input import input_lines
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase
from rules.play.moves import Move, play
from rules.play.notation import write_move
from rules.study.problem import conditions
from rules.study.solution import Alternative, Solution
from rules.study.solver import DEFAULT_AHEAD, DEFAULT_BEYOND, DEFAULT_NODES, solve

DESCRIPTION = """Judges each FEN on standard input as a problem under regulation H, Art. 2, and solves it: the side to move, in a
problem White, must win against every reply. Prints one JSON object a line, {"fen", "conditions", "solution"} or {"fen", "error"}; exit
status 1 when a line was bad. Regulation H belongs to Frisian draughts: under other rules a "remark" says so."""
EPILOG = """conditions: the article, what it demands, whether it "holds" (null: not judged) and the "squares" of the pieces that break it.

solution: "verdict" is wins-outright (no pieces or no legal move left), wins-material (ahead by so many men at rest: a judgement),
no-win (proved), no-win-within-depth, or unknown (the budget was spent before anything was proved).
"line": the play against the longest defence. "first_moves": all first moves found to win.
"second_solution" (2 C) and "later_alternative": true; false: none within "alternatives_depth" free choices, which proves nothing
beyond; null where the budget was spent before. That depth is --beyond more than the win needs, null without a win.
"alternatives": other moves that win along the line; "interchange" (2 E) where the line plays the move later.
"undecided": other moves that the budget was not enough for. "ply" 0 is the first move of the line.
"depth": free choices searched completely; captures and forced moves cost none, the defender's choices cost two.
"nodes": positions looked at, of the "budget"; "spent": the budget stopped the search."""


class ProblemSays(Phrase):
    """What is remarked on a problem."""

    OTHER_RULES = "regulation H is that of Frisian draughts; its conditions are judged here with the moves of {rules}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    add_rules(parser)
    parser.add_argument(
        "--nodes", type=values.positive, default=DEFAULT_NODES, metavar="N", help=f"search at most N positions (default: {DEFAULT_NODES})"
    )
    parser.add_argument(
        "--beyond",
        type=values.non_negative,
        default=DEFAULT_BEYOND,
        metavar="N",
        help=f"search N deeper for alternatives (default: {DEFAULT_BEYOND})",
    )
    parser.add_argument(
        "--ahead",
        type=values.non_negative,
        default=DEFAULT_AHEAD,
        metavar="MEN",
        help=f"a lead of so many men wins; 0: never (default: {DEFAULT_AHEAD})",
    )


def run(args: Namespace) -> int:
    """Judge and solve each FEN on standard input; status 1 when any was bad."""
    rules, status = ruleset(args.rules), 0
    for line in input_lines():
        fen = line.strip()
        if not fen:
            continue
        try:
            row = _row(fen, rules, partial(solve, nodes=args.nodes, ahead=args.ahead or None, beyond=args.beyond))
        except DamcamError as error:
            row, status = {"fen": fen, "error": str(error)}, 1
        print_json(row)
    return status


def _row(fen: str, rules: RuleSet, solved: Callable[[Position], Solution]) -> dict[str, Any]:
    position = parse_fen(fen, rules)
    remark = str(ProblemSays.OTHER_RULES.said(rules=rules.name))
    return {
        "fen": fen,
        **({} if rules.name == "frisian" else {"remark": remark}),
        "conditions": [
            {"article": one.article, "demand": one.demand, "holds": one.holds, "squares": list(one.squares)} for one in conditions(position)
        ],
        "solution": _solution(position, solved(position)),
    }


def _solution(position: Position, solution: Solution) -> dict[str, Any]:
    before = _positions(position, solution.line)
    return {
        "verdict": solution.verdict,
        "side": Side(position.side),
        "line": [write_move(at, move) for at, move in zip(before, solution.line, strict=False)],
        "first_moves": [write_move(position, move) for move in solution.first_moves],
        "second_solution": solution.has_second_solution,
        "later_alternative": solution.has_later_alternative,
        "alternatives": _ways(before, solution.alternatives),
        "undecided": _ways(before, solution.undecided),
        "depth": solution.depth,
        "alternatives_depth": solution.alternatives_depth,
        "nodes": solution.nodes,
        "budget": solution.budget,
        "spent": solution.spent,
    }


def _positions(position: Position, line: Iterable[Move]) -> list[Position]:
    """The position before each move of the line, and the last one."""
    positions = [position]
    for move in line:
        positions.append(play(positions[-1], move))
    return positions


def _ways(before: list[Position], ways: Iterable[Alternative]) -> list[dict[str, Any]]:
    return [{"ply": way.ply, "move": write_move(before[way.ply], way.move), "interchange": way.interchange} for way in ways]
