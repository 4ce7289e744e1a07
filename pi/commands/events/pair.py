"""The task `event pair`: the next round."""

from argparse import ArgumentParser, Namespace
from typing import Any

from hub.events.changes import RoundPaired
from hub.events.groups import group_name, is_swiss
from hub.events.meanwhile import check_rows
from hub.events.pairing import paired
from hub.events.state import EventState
from hub.events.wishes import Wishes
from pi.commands.events.opening import add_changing, change, opened
from pi.setup import values
from pi.setup.output import complain, print_json, print_table, wants_json
from record.telling.sentences import as_json
from rules.errors import DamcamError, Phrase


class PairingHeads(Phrase):
    """The headings of the pairings."""

    BOARD = "Board"
    GROUP = "Group"
    WHITE = "White"
    BLACK = "Black"
    FREE = "free"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Pairs the next round. A table of the regulation (A, B, C, D, E, G) is paired also before the round before has
all its results; the Swiss system (F, and D in the HA from nine entries) only after it has them all. In competition C a game whose player
was absent is to be caught up before round 6 (C 13)."""
    add_changing(parser)
    parser.add_argument("--force", action="append", default=[], metavar="WHITE-BLACK", help="a pair by hand (Swiss); may be given again")
    parser.add_argument("--absent", action="append", default=[], metavar="ID", help="who does not come to this round; may be given again")
    parser.add_argument("--bye", default="", metavar="ID", help="who is free (Swiss)")
    parser.add_argument("--anyway", action="store_true", help="pair round 6 of competition C although games are to be caught up")
    parser.add_argument("--propose", action="store_true", help="show the round, and write nothing")
    parser.add_argument(
        "--based-on-row",
        type=values.positive,
        metavar="ROW",
        help="the last change of the event that was seen, as damcam event log numbers it; with another one since then nothing is paired",
    )


def run(args: Namespace) -> int:
    """Pair the next round. With --based-on-row and --json a refusal and the notes are printed as sentences with their values too, which
    the page that asked translates."""
    is_asked_by_page = args.based_on_row is not None and args.json
    try:
        return _run(args, with_sentences=is_asked_by_page)
    except DamcamError as error:
        if is_asked_by_page:
            print_json({"error": as_json(error.sentence)})
        raise


def _run(args: Namespace, *, with_sentences: bool) -> int:
    event = opened(args)
    if args.based_on_row is not None:
        check_rows(event, args.based_on_row)
    wishes = Wishes(tuple(args.force), tuple(dict.fromkeys(args.absent)), args.bye, args.anyway)
    made, notes = paired(event.state, wishes)
    if args.propose:
        for note in notes:
            complain(note)
    else:
        change(event, made, args, notes)
    if wants_json(args.json):
        sentences = {"notes": [as_json(note) for note in notes]} if with_sentences else {}
        print_json({**round_told(event.state, made), "warnings": [str(note) for note in notes], **sentences})
    else:
        _print_round(event.state, made)
    return 0


def _print_round(state: EventState, made: RoundPaired) -> None:
    says, known = PairingHeads, state.by_id
    rows = [
        (board, group_name(state, game.group), known[game.white].shown, known[game.black].shown) for board, game in enumerate(made.games, 1)
    ]
    free = [("", "", known[id].shown, str(says.FREE.said())) for id in made.free]
    print_table([str(one.said()) for one in (says.BOARD, says.GROUP, says.WHITE, says.BLACK)], [*rows, *free])


def round_told(state: EventState, made: RoundPaired) -> dict[str, Any]:
    """A round for programs."""
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    pairs = [
        {"board": board, "group": group_name(state, game.group) or None, first: game.white, second: game.black}
        for board, game in enumerate(made.games, 1)
    ]
    bye = {"bye": next(iter(made.free), None)} if is_swiss(state) else {}
    return {"round": made.round, "pairs": pairs, "free": list(made.free), **bye, "absent": list(made.absent)}
