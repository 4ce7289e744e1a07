"""The command `check`: the games of a PDN file, replayed under the rules."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pi.setup.options import add_json, add_weights
from pi.setup.output import complain, print_json, print_table, wants_json
from record.store.files import write_atomically
from record.telling.reasons import explain, odd
from rules.board.ruleset import NAMES, RuleSet, ruleset
from rules.pdn.read import PdnGame, check_game, decoded, read_games, rules_of
from rules.pdn.strict import in_notation
from rules.pdn.write import RESULT_FORMS, write_pdn
from rules.play.strongest import PieceWeights

EPILOG = """A written game stops at its first fault; the movetext from there on is kept as text in a comment. GameType names the rules under
which the game was replayed. Where the Result tag and the movetext disagree, the movetext's result is written in both."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("game", type=Path, metavar="GAME.pdn", help="the file")
    parser.add_argument("--rules", choices=NAMES, help="rule set (default: what a game's GameType tag says, else frisian)")
    parser.add_argument("--write", type=Path, metavar="OUT.pdn", help="write the games again in strict PDN 3.0, faulty parts as comments")
    parser.add_argument("--results", choices=("1-0", "2-0"), help="the form in which --write writes results (default: each game's own)")
    parser.add_argument("--bare-x", action="store_true", help="--write writes the only capture as a bare x (Art. 22)")
    add_weights(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Replay each game of a PDN file, and write it again where that is asked; status 1 when any has a fault."""
    path: Path = args.game
    out: Path | None = args.write
    if out is None and (args.results or args.bare_x):
        complain("--results and --bare-x belong to --write, which is missing")
        return 2
    if out is not None and out.resolve() == path.resolve():
        complain(f"{out}: this file is read; give --write another name, because the file would not stay the same")
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
    """The rules that were asked for, else those of the game's GameType tag, else the Frisian ones."""
    return ruleset(asked) if asked else rules_of(game) or ruleset("frisian")


def _print_lines(rows: Iterable[dict[str, Any]]) -> list[bool]:
    """Print each game as soon as it is replayed; for each, whether it has no fault."""
    found = []
    for row in rows:
        print_json(row)
        found.append(row["ok"])
    return found


def _print_games(rows: Iterable[dict[str, Any]]) -> list[bool]:
    """Print a table; for each game, whether it has no fault."""
    told = [(row["game"], row["plies"], row["result"], "ok" if row["ok"] else "fault", _remarks(row)) for row in rows]
    if told:
        print_table(("game", "plies", "result", "", ""), told)
    return [state == "ok" for *_, state, _ in told]


def _checked(number: int, game: PdnGame, rules: RuleSet, weights: PieceWeights) -> dict[str, Any]:
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


def _remarks(row: dict[str, Any]) -> str:
    return "; ".join((*(f"line {fault['line']}, ply {fault['ply']}: {fault['text']}" for fault in row["faults"]), *row["remarks"]))
