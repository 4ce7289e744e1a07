"""The task `event problem`: a problem of a contest, or all of them."""

from argparse import ArgumentParser, Namespace

from msgspec import structs

from hub.events.contest import check_contest, problem_entered
from hub.events.contest_changes import ProblemEntered
from hub.events.problem_conditions import conditions_found
from pi.commands.events.contest import print_problem
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup import values
from pi.usage.errors import UsageError
from rules.errors import Phrase
from rules.study.solver import DEFAULT_NODES


class ProblemWords(Phrase):
    """What was expected."""

    EXPECTED = "ID FEN and --author were expected, or none of them, which shows the problems"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters a problem of a contest (regulation H), and tells which conditions of Art. 2 hold, as far as the position
and a search for the win show it; what the jury judges is told as that. Without ID and FEN it shows all problems."""
    add_changing(parser)
    parser.add_argument("words", nargs="*", metavar="ID FEN", help="the problem's id and its position, such as W:W28,32:B12,17")
    parser.add_argument("--author", default="", metavar="NAME", help="who made it")
    parser.add_argument("--solution", default="", metavar="TEXT", help="the author's solution; it is kept as it is given")
    parser.add_argument(
        "--nodes", type=values.positive, default=DEFAULT_NODES, metavar="N", help=f"search at most N positions (default: {DEFAULT_NODES})"
    )


def run(args: Namespace) -> int:
    """Enter a problem, or show all."""
    if len(args.words) not in (0, 2) or bool(args.words) != bool(args.author):
        raise UsageError(ProblemWords.EXPECTED.said())
    event = opened_any(args)
    check_contest(event.state)
    if not args.words:
        for id in event.state.problems:
            print_problem(event.state, id, args)
        return 0
    id, fen = args.words
    made, position = problem_entered(event.state, ProblemEntered(id, args.author, fen, args.solution))
    made = structs.replace(made, conditions=conditions_found(position, args.nodes))
    print_problem(change(event, made, args).state, made.id, args)
    return 0
