"""The task `hub results`: the results of a round from the journals of all boards, and what is missing."""

from argparse import ArgumentParser, Namespace

from hub.venue.hall_results import NO_RESULT, HallResult, hall_results
from pi.commands.halls.opening import add_hub
from pi.machine.hall_boards import hall_boards
from pi.setup.options import add_json
from pi.setup.output import complain, print_json, print_table, wants_json
from rules.errors import Phrase

DESCRIPTION = """Shows the results of all boards of the hub, from their journals: all games, or those of a round. With --round it names the
boards without a game of that round too. A game without a result is shown with what is missing; the status is 1 then."""


class ResultsHeads(Phrase):
    """The headings of the results."""

    BOARD = "Board"
    EVENT = "Event"
    ROUND = "Round"
    WHITE = "White"
    BLACK = "Black"
    RESULT = "Result"
    MISSING = "Missing"


class ResultsSays(Phrase):
    """What is told beside the results."""

    MISSING = "{count} result is missing", "{count} results are missing"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--event", metavar="NAME", help="the games of this event")
    parser.add_argument("--round", metavar="ROUND", help="the games of this round, and the boards that have none")
    add_json(parser)
    add_hub(parser)


def run(args: Namespace) -> int:
    """Show them; status 1 where a result is missing. HallBoardsError, SettingsError."""
    found = hall_results(hall_boards(args), args.event, args.round)
    if wants_json(args.json):
        for one in found:
            print_json(_row(one))
    elif found:
        heads = [str(head.said()) for head in ResultsHeads]
        print_table(heads, [[_row(one)[head.name.lower()] for head in ResultsHeads] for one in found])
    missing = sum(one.missing is not None for one in found)
    if missing:
        complain(ResultsSays.MISSING.said(count=missing))
    return 1 if missing else 0


def _row(one: HallResult) -> dict[str, str | None]:
    tags = {name: getattr(one.tags, name) or "" for name in ("event", "round", "white", "black")}
    result = None if one.result == NO_RESULT else one.result
    missing = str(one.missing) if one.missing else None
    return {"board": one.board, "key": one.key, "game": one.game, **tags, "result": result, "missing": missing}
