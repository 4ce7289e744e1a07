"""The command line `damcam`: what each command is called with, and where it is done."""

import argparse
import locale
import os
import sys
from collections.abc import Sequence
from dataclasses import astuple
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from pi.commands import dossier as dossier_command
from pi.commands import forget as forget_command
from pi.commands import hub as hub_command
from pi.commands import names as names_command
from pi.commands import paper as paper_command
from pi.commands import passwd as passwd_command
from pi.commands import problem as problem_command
from pi.commands import record as record_command
from pi.commands import rule as rule_command
from pi.commands import tablet as tablet_command
from pi.commands import why as why_command
from pi.setup import values
from pi.setup.loading import INSTALLED
from pi.setup.output import complain
from pi.setup.parsing import UsageError, parsed
from pi.setup.version import TellVersion
from record.texts import LANGUAGES
from rules.board.ruleset import NAMES
from rules.errors import DamcamError
from rules.play.strongest import DEFAULT_WEIGHTS

INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command: 0 done, 1 the input was bad (a sentence says what and where), 2 wrong usage."""
    args = parsed(_parser(), words)
    try:
        module, function = args.does.split(":")
        status: int = getattr(import_module(module), function)(args)
        sys.stdout.flush()
        return status
    except DamcamError as error:
        complain(error)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; nothing is left to tell it, also when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "damcam", description="Records draughts games played on a real board, from pictures taken at each press."
    )
    parser.add_argument("--version", action=TellVersion)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _rules_commands(commands)
    _problem_command(commands)
    _why_command(commands)
    _read_command(commands)
    _locate_command(commands)
    _session_commands(commands)
    _board_commands(commands)
    _keeping_commands(commands)
    _record_command(commands)
    _paper_command(commands)
    return parser


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _rules_commands(commands: Commands) -> None:
    moves = _command(commands, "moves", "pi.commands.rules:moves", "legal moves of each FEN on standard input")
    _add_rules(moves)
    moves.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")
    perft = _command(commands, "perft", "pi.commands.rules:count", "count the leaves of the move tree")
    _add_rules(perft)
    perft.add_argument("--depth", type=values.whole, required=True, metavar="N", help="plies")
    perft.add_argument("--fen", help="from this position; the start when left out")
    check = _command(commands, "check", "pi.commands.rules:check", "replay the games of a PDN file and name their faults")
    check.add_argument("game", metavar="GAME.pdn")
    check.add_argument("--rules", choices=NAMES, help="rule set (default: what a game's GameType tag says, else frisian)")
    check.add_argument("--write", type=Path, metavar="OUT.pdn", help="write the games again in strict PDN 3.0, what is faulty as a comment")
    check.add_argument("--results", choices=("1-0", "2-0"), help="the form in which --write writes results (default: each game's own)")
    check.add_argument("--bare-x", action="store_true", help="--write writes the only capture as a bare x (Art. 22)")
    _add_weights(check)
    check.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")
    check.epilog = (
        "A written game stops at its first fault; the movetext from there on stands as text in a comment. GameType says the rules that it "
        "was replayed under, and where the Result tag and the movetext disagree the movetext's result is written in both."
    )


def _problem_command(commands: Commands) -> None:
    problem = _command(commands, "problem", "pi.commands.problem:problem", "judge and solve the problem of each FEN on standard input")
    problem.description, problem.epilog = problem_command.TELLS, problem_command.EXPLAINS
    problem.formatter_class = argparse.RawDescriptionHelpFormatter
    _add_rules(problem)
    problem_command.add_arguments(problem)


def _why_command(commands: Commands) -> None:
    why = _command(commands, "why", "pi.commands.why:why", "why a move is not legal, or what narrows the choice, with the article")
    why.description, why.epilog = why_command.TELLS, why_command.EXPLAINS
    why.formatter_class = argparse.RawDescriptionHelpFormatter
    _add_rules(why)
    why.add_argument("fen", metavar="FEN")
    why.add_argument("move", metavar="MOVE", nargs="?", help="such as 32-28, 28x17x8 or x; left out: the position alone")
    _add_weights(why)
    why.add_argument("--json", action="store_true", help="a JSON object, also on a terminal")
    _add_language(why)


def _read_command(commands: Commands) -> None:
    read = _command(commands, "read", "pi.commands.read:read", "read the position in photographs, each located by itself")
    _add_rules(read)
    read.add_argument("--start", type=Path, metavar="START.jpg", help="a picture of the start position, to learn the pieces' colours from")
    read.add_argument("--fen", help="the position in START.jpg, or without one in the pictures themselves (default: the start position)")
    read.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    _add_corners(read, "; looked at first in every picture")
    read.add_argument(
        "--explain", type=values.target, metavar="OUT.png", help="write a picture of what was read, and how sure; a folder for several"
    )
    read.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")


def _locate_command(commands: Commands) -> None:
    locate = _command(commands, "locate", "pi.commands.locate:locate", "where the board lies in pictures, and which way round")
    locate.epilog = (
        "Prints the four outer corners: lower left, lower right, upper right, upper left as White sees them when the position tells which "
        "edge is White's, else beginning at the picture's lower left. A board that is not found for sure is an error; --out then shows "
        "what was seen."
    )
    which = locate.add_mutually_exclusive_group()
    _add_rules(which)
    which.add_argument("--size", type=int, choices=(8, 10), help="fields a side, where no rule set is meant")
    locate.add_argument("--fen", help="the position on the board (default: the start), to tell which edge is White's")
    locate.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    _add_corners(locate, "")
    locate.add_argument(
        "--out", type=values.target, metavar="GRID.jpg", help="write the picture with the grid, or what was seen; a folder for several"
    )
    locate.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")


def _session_commands(commands: Commands) -> None:
    replay = _command(commands, "replay", "pi.programs.replay:replay", "read and rule a recorded session again")
    replay.add_argument("session", metavar="SESSION", help="a session folder")
    replay.add_argument("--out", type=values.target, metavar="DIR", help="keep game.pdn, the journal and the drawn pictures here")
    replay.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")
    _add_common(replay)
    demo = _command(commands, "demo", "pi.programs.demo:demo", "play a shipped session through the whole pipeline, with the viewer to see")
    demo.add_argument("--session", type=Path, metavar="SESSION", help="another session folder than the shipped one")
    demo.add_argument("--out", type=values.target, metavar="DIR", help="where game.pdn goes (default: a new folder in demo/)")
    demo.add_argument("--speed", type=values.speed, default=8.0, metavar="N", help="times the speed of the recording (default: 8)")
    demo.add_argument("--port", type=values.port, metavar="N", help="the page's port (default: 8000); the next free one when busy")
    demo.add_argument("--no-browser", action="store_true", help="do not open a browser")
    stay = demo.add_mutually_exclusive_group()
    stay.add_argument("--stay", action="store_true", help="keep the page up at the end until Ctrl-C (the default on a terminal)")
    stay.add_argument("--no-stay", action="store_true", help="end when the game does")
    _add_common(demo)


def _board_commands(commands: Commands) -> None:
    run = _command(commands, "run", "pi.programs.run:run", "record the games at a board, with its camera and buttons, until told to end")
    run.epilog = "A game that was cut off, also by the power, goes on where it stood; the clock then waits for the arbiter (damcam rule)."
    run.add_argument("--replay", type=Path, metavar="SESSION", help="play this session folder, without camera and buttons")
    run.add_argument("--speed", type=values.speed, metavar="N", help="times the session's speed, at most (default: 1)")
    run.add_argument("--out", type=values.target, metavar="DIR", help="where the game of --replay is kept (default: nowhere)")
    run.add_argument("--no-web", action="store_true", help="serve no pages")
    run.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")
    _add_common(run)
    hub = _command(commands, "hub", "pi.commands.hub:hub", "serve the boards of a hall, over the folders in which their games are kept")
    hub.description, hub.epilog = hub_command.TELLS, hub_command.EXPLAINS
    hub_command.add_arguments(hub)
    _add_settings(hub)
    rule = _command(commands, "rule", "pi.commands.rule:rule", "hand a ruling of the arbiter to the running service")
    rule.description, rule.epilog = rule_command.TELLS, rule_command.EXPLAINS
    rule_command.add_arguments(rule, _login())
    _add_common(rule)
    _take_over_command(commands)


def _take_over_command(commands: Commands) -> None:
    take_over = _command(commands, "take-over", "pi.programs.take_over:take_over", "go on with a game that another recorder began")
    take_over.description = (
        "Puts a running game among those of this recorder, which goes on with it when it is started (damcam run): the folder of the game "
        "from the other one's card, or its journal alone; nothing is changed there. Where the journal is lost, the moves so far as a PDN "
        "file, the position on the board, or both, and what the clocks are to show. No recorder may run here meanwhile. The clocks stand "
        "until the arbiter starts them (damcam rule start-clock)."
    )
    take_over.add_argument("game", nargs="?", type=Path, metavar="DIR | JOURNAL | GAME.pdn", help="what is left of the game")
    take_over.add_argument(
        "--fen", help="the position on the board, where it is not the one that the moves lead to; the side to move first"
    )
    take_over.add_argument("--white", type=rule_command.time_ns, metavar="H:MM:SS", help="what White's clock is to show")
    take_over.add_argument("--black", type=rule_command.time_ns, metavar="H:MM:SS", help="what Black's clock is to show")
    take_over.add_argument("--by", default=_login(), metavar="NAME", help="the arbiter (default: the login name)")
    _add_common(take_over)
    names = _command(commands, "names", "pi.commands.names:names", "tell who plays, and the event, round and board")
    names_command.add_arguments(names, _login())
    _add_settings(names)
    selftest = _command(commands, "selftest", "pi.checks.selftest:selftest", "try every part of a board, and say what to do about each")
    selftest.epilog = (
        "While damcam records here nothing is touched: what the service itself tells is shown. To try buttons, lamps and camera stop it "
        "first (sudo systemctl stop damcam-board). Exit status 1 when a part fails."
    )
    selftest.add_argument("--no-buttons", action="store_true", help="leave buttons, lamps and buzzer alone")
    selftest.add_argument("--seconds", type=values.above_nought, default=20, metavar="N", help="how long to wait for a press (default: 20)")
    selftest.add_argument("--picture", type=Path, metavar="FILE", help="look at this picture, or a folder's first, instead of the camera's")
    selftest.add_argument("--out", type=values.target, metavar="SEEN.jpg", help="write what is seen, with the board drawn on it")
    selftest.add_argument("--json", action="store_true", help="JSON lines, also on a terminal; nobody is asked to press")
    _add_settings(selftest)


def _keeping_commands(commands: Commands) -> None:
    forget = _command(commands, "forget", "pi.commands.forget:forget", "delete the pictures of a game, of a person, or of old games")
    forget_command.add_arguments(forget, _login())
    _add_settings(forget)
    passwd = _command(commands, "passwd", "pi.commands.passwd:passwd", "tell who may sign in to the arbiter's desk, and their passwords")
    passwd_command.add_arguments(passwd)
    _add_settings(passwd)
    tablet = _command(commands, "tablet", "pi.commands.tablet:tablet", "print the link that opens the tablet page of a board")
    tablet_command.add_arguments(tablet)
    _add_settings(tablet)


def _record_command(commands: Commands) -> None:
    record = _command(commands, "record", "pi.commands.record:record", "what is on the record of a game, ply by ply")
    record.description, record.epilog = record_command.TELLS, record_command.EXPLAINS
    record.formatter_class = argparse.RawDescriptionHelpFormatter
    record_command.add_arguments(record)
    dossier = _command(commands, "dossier", "pi.commands.dossier:write_dossier", "a dispute as one file, for the commission of appeal")
    dossier.description = dossier_command.TELLS
    dossier_command.add_arguments(dossier)
    _add_language(dossier)


def _paper_command(commands: Commands) -> None:
    paper = _command(commands, "paper", "pi.commands.paper:paper", "enter the moves of a game that was continued on paper")
    paper.description, paper.epilog = paper_command.TELLS, paper_command.EXPLAINS
    paper.formatter_class = argparse.RawDescriptionHelpFormatter
    paper_command.add_arguments(paper, _login())
    _add_language(paper)


def _login() -> str:
    return os.environ.get("LOGNAME") or os.environ.get("USER") or "somebody"


def _command(commands: Commands, name: str, does: str, tells: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=tells, description=tells[0].upper() + tells[1:] + ".")
    command.set_defaults(does=does)
    return command


def _add_rules(command: argparse._ActionsContainer) -> None:
    command.add_argument("--rules", default="frisian", choices=NAMES, help="rule set (default: frisian)")


def _add_weights(command: argparse.ArgumentParser) -> None:
    default = ",".join(map(str, astuple(DEFAULT_WEIGHTS)))
    tells = f"what pieces count in the strongest position (English, section 7); ROW for each row come forward (default: {default})"
    command.add_argument("--weights", type=values.weights, default=DEFAULT_WEIGHTS, metavar="KING,MAN,ROW", help=tells)


def _add_corners(command: argparse.ArgumentParser, where: str) -> None:
    tells = "the four outer corners by hand, in pixels of the upright picture, in any order, off by half a square at most"
    command.add_argument("--corners", type=values.corners, metavar="'X,Y X,Y X,Y X,Y'", help=tells + where)


def _add_common(command: argparse.ArgumentParser) -> None:
    _add_settings(command)
    _add_language(command)


def _add_settings(command: argparse.ArgumentParser) -> None:
    tells = f"settings file (default: what DAMCAM_SETTINGS names; else, for what concerns a board, {INSTALLED} where it is)"
    command.add_argument("--settings", type=Path, default=os.environ.get("DAMCAM_SETTINGS") or None, metavar="FILE.toml", help=tells)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=LANGUAGES, default=_locale_language(), help="language of the texts (default: the locale's, else en)"
    )


def _locale_language() -> str:
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return name[:2] if name[:2] in LANGUAGES else "en"
