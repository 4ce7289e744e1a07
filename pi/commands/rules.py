"""The commands that need no picture: moves, perft and check."""

import io
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pi.setup.output import complain, print_json, print_table, wants_json
from record.store.files import write_atomically
from record.telling.reasons import explain, odd
from rules.board.fen import parse_fen, remarks
from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.errors import DamcamError
from rules.pdn.read import PdnGame, check_game, decoded, read_games, rules_of
from rules.pdn.strict import in_notation
from rules.pdn.write import RESULT_FORMS, write_pdn
from rules.play.endings import cited, ending
from rules.play.moves import legal_moves
from rules.play.notation import write_move
from rules.play.perft import perft
from rules.play.strongest import Weights

DEEPEST = 200
"""Plies: far beyond what anybody waits for, and within what Python calls inside one another."""


class ClosedInput(DamcamError, OSError):
    """There is no standard input to read from."""


def moves(args: Namespace) -> int:
    """The legal moves of each FEN on standard input; status 1 when any was bad."""
    rules = ruleset(args.rules)
    as_json, status = wants_json(args.json), 0
    for line in input_lines():
        fen = line.strip()
        if not fen:
            continue
        try:
            row = _moves_of(fen, rules)
        except DamcamError as error:
            row, status = {"fen": fen, "error": str(error)}, 1
        if as_json:
            print_json(row)
        elif "error" in row:
            complain(f"{fen}: {row['error']}")
        else:
            over = f"  ({row['ending']['result']}, {cited(row['ending']['article'])})" if row["ending"] else ""
            print(f"{fen}: {' '.join(move['move'] for move in row['legal'])}{over}")
            for remark in row.get("remarks", ()):
                complain(f"{fen}: {remark}")
    return status


def input_lines() -> Iterable[str]:
    """Standard input in UTF-8, with or without its mark; bytes that are no text become marks of replacement."""
    if sys.stdin is None:
        raise ClosedInput("standard input is closed; a FEN a line was expected there")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    return sys.stdin


def _moves_of(fen: str, rules: RuleSet) -> dict[str, Any]:
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
    return row | {"remarks": odd} if odd else row


def count(args: Namespace) -> int:
    """The number of leaves of the move tree."""
    if args.depth > DEEPEST:
        complain(f"a depth of {args.depth} cannot be counted; {DEEPEST} is the most")
        return 1
    rules = ruleset(args.rules)
    position = parse_fen(args.fen, rules) if args.fen else Position.start(rules)
    print(perft(position, args.depth))
    return 0


def check(args: Namespace) -> int:
    """Each game of a PDN file replayed, and written again where that is asked; status 1 when any has a fault."""
    path, out = Path(args.game), args.write
    if out is None and (args.results or args.bare_x):
        complain("--results and --bare-x say how --write writes, and it is not there")
        return 2
    if out is not None and out.resolve() == path.resolve():
        complain(f"{out}: is the file that is read; give --write another name, for the file would not be the same")
        return 1
    try:
        text = decoded(path.read_bytes())
    except OSError as error:
        complain(f"{path}: cannot be read: {error.strerror}")
        return 1
    games = [(game, _rules_for(game, args.rules)) for game in read_games(text)]
    rows = (_checked(number, game, rules, args.weights) for number, (game, rules) in enumerate(games, 1))
    found = _print_lines(rows) if wants_json(args.json) else _print_games(rows)
    if not found:
        complain(f"{path}: no game in it")
    elif out is not None:
        form = RESULT_FORMS[args.results] if args.results else None
        write_atomically(out, "\n".join(write_pdn(in_notation(game, rules, args.bare_x), rules, form) for game, rules in games))
    return 0 if found and all(found) else 1


def _rules_for(game: PdnGame, asked: str | None) -> RuleSet:
    """Without rules that are asked for, those of the game's own GameType tag hold, else the Frisian ones."""
    return ruleset(asked) if asked else rules_of(game) or ruleset("frisian")


def _print_lines(rows: Iterable[dict[str, Any]]) -> list[bool]:
    """Each game as soon as it is replayed; tells which are without a fault."""
    found = []
    for row in rows:
        print_json(row)
        found.append(row["ok"])
    return found


def _print_games(rows: Iterable[dict[str, Any]]) -> list[bool]:
    """A table, and which games are without a fault."""
    told = [(row["game"], row["plies"], row["result"], "ok" if row["ok"] else "fault", _told(row)) for row in rows]
    if told:
        print_table(("game", "plies", "result", "", ""), told)
    return [state == "ok" for *_, state, _ in told]


def _checked(number: int, game: PdnGame, rules: RuleSet, weights: Weights) -> dict[str, Any]:
    checked = check_game(game, rules, weights)
    why = f": {explain(checked.reason, 'en')}" if checked.reason else ""
    return {
        "game": number,
        "plies": checked.plies,
        "ok": checked.ok,
        "result": game.result,
        "faults": [
            {"ply": fault.ply, "line": fault.line, "text": fault.text + (why if fault is checked.faults[0] else "")}
            for fault in checked.faults
        ],
        "remarks": list(odd(checked, "en")),
    }


def _told(row: dict[str, Any]) -> str:
    return "; ".join((*(f"line {fault['line']}, ply {fault['ply']}: {fault['text']}" for fault in row["faults"]), *row["remarks"]))
