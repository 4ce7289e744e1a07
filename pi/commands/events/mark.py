"""The task `event mark`: a juror's mark for a problem."""

from argparse import ArgumentParser, Namespace

from hub.events.contest import problem_marked, sum_of
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the mark that a juror gives a problem of a contest (regulation H). The sum of the marks is shown, and
orders nothing: the regulation has no formula. A mark that is there is changed with --reason."""
    add_changing(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="the problem's id")
    parser.add_argument("juror", metavar="JUROR", help="who gives the mark")
    parser.add_argument("mark", metavar="MARK", help="a number such as 7.5")
    parser.add_argument("--reason", metavar="TEXT", help="why an earlier mark is changed")


def run(args: Namespace) -> int:
    """Enter a mark."""
    event = opened_any(args)
    made = problem_marked(event.state, (args.problem, args.juror, args.mark), corrects=args.reason is not None)
    after = change(event, made, args).state
    if wants_json(args.json):
        print_json({"problem": made.problem, "juror": made.juror, "mark": float(made.mark), "sum": float(sum_of(after, made.problem))})
    return 0
