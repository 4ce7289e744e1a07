"""The tasks while an event is played: `pair`, `result`, `withdraw`, `play-off`, `decide` and `undo`."""

from argparse import ArgumentParser, Namespace
from typing import Any

from hub.events.changes import EnteredResult, ResultsEntered, RoundPaired
from hub.events.event_file import KeptEvent
from hub.events.groups import group_name, is_swiss
from hub.events.pairing import paired, remarks
from hub.events.questions import LAPSE, WON
from hub.events.results import result_entered, results_of_list
from hub.events.state import EventState
from hub.events.telling import change_said
from hub.events.wishes import Wishes
from hub.events.withdrawing import order_decided, play_off_played, undone, withdrawn
from pi.commands.events.entries import list_in
from pi.commands.events.opening import Task, add_changing, change, opened
from pi.setup.output import print_json, print_table, told, wants_json
from pi.usage.parsing import UsageError
from rules.errors import Phrase, Sentence


class RoundSays(Phrase):
    """What was expected, and the headings of the pairings."""

    RESULT_WORDS = "ROUND WHITE BLACK RESULT were expected, such as 1 anna bate 1-0, or a list with --csv"
    NO_DEFAULT_IN_LIST = "--default goes with one result; a list has a column default"
    WAS = "before: {result}"
    BOARD = "Board"
    GROUP = "Group"
    WHITE = "White"
    BLACK = "Black"
    FREE = "free"


def add_pair(parser: ArgumentParser) -> None:
    parser.description = """Pairs the next round. A table of the regulation (A, B, C, D, E, G) is paired also before the round before has
all its results; the Swiss system (F, and D in the HA from nine entries) only after it has them all. In competition C a game whose player
was absent is to be caught up before round 6 (C 13)."""
    add_changing(parser)
    parser.add_argument("--force", action="append", default=[], metavar="WHITE-BLACK", help="a pair by hand (Swiss); may be given again")
    parser.add_argument("--absent", action="append", default=[], metavar="ID", help="who does not come to this round; may be given again")
    parser.add_argument("--bye", default="", metavar="ID", help="who is free (Swiss)")
    parser.add_argument("--anyway", action="store_true", help="pair round 6 of competition C although games are to be caught up")


def pair(args: Namespace) -> int:
    """Pair the next round."""
    event = opened(args)
    made = paired(event.state, Wishes(tuple(args.force), tuple(dict.fromkeys(args.absent)), args.bye, args.anyway))
    notes = remarks(event.state, made)
    after = change(event, made, args, notes)
    if wants_json(args.json):
        warnings = [told(note, args.lang) for note in notes]
        print_json({**round_told(after.state, made), "warnings": warnings})
    else:
        _print_round(after.state, made, args.lang)
    return 0


def round_told(state: EventState, made: RoundPaired) -> dict[str, Any]:
    """A round for programs."""
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    pairs = [
        {"board": board, "group": group_name(state, game.group) or None, first: game.white, second: game.black}
        for board, game in enumerate(made.games, 1)
    ]
    bye = {"bye": next(iter(made.free), None)} if is_swiss(state) else {}
    return {"round": made.round, "pairs": pairs, "free": list(made.free), **bye, "absent": list(made.absent)}


def _print_round(state: EventState, made: RoundPaired, lang: str) -> None:
    says, known = RoundSays, state.by_id
    rows = [
        (board, group_name(state, game.group), known[game.white].shown, known[game.black].shown) for board, game in enumerate(made.games, 1)
    ]
    free = [("", "", known[id].shown, told(says.FREE.said(), lang)) for id in made.free]
    print_table([told(one.said(), lang) for one in (says.BOARD, says.GROUP, says.WHITE, says.BLACK)], [*rows, *free])


def add_result(parser: ArgumentParser) -> None:
    parser.description = """Enters a result in White's view: 1-0, 0-1 or draw; of teams the board points, such as 4.5-3.5. With --csv a
list: round, white, black, result, and if wanted default, with headings or without; it is entered whole or not at all, and a line without
a result is passed over. A result that is there is corrected with --reason; * takes it away."""
    add_changing(parser)
    parser.add_argument("words", nargs="*", metavar="ROUND WHITE BLACK RESULT", help="the game and its result")
    parser.add_argument("--reason", metavar="TEXT", help="why an earlier result is corrected")
    parser.add_argument("--default", action="store_true", help="it was not played: a win by default")
    parser.add_argument("--csv", metavar="FILE", help="a list of results; - reads standard input")


def result(args: Namespace) -> int:
    """Enter one result or a list of them."""
    if (args.csv is None and len(args.words) != 4) or (args.csv is not None and args.words):
        raise UsageError(RoundSays.RESULT_WORDS.said())
    if args.csv is not None and args.default:
        raise UsageError(RoundSays.NO_DEFAULT_IN_LIST.said())
    event, corrects = opened(args), args.reason is not None
    notes: tuple[Sentence, ...] = ()
    if args.csv is None:
        made = ResultsEntered((result_entered(event.state, args.words, default=args.default, corrects=corrects),))
    else:
        made, read = results_of_list(event.state, list_in(args.csv), corrects=corrects)
        notes = read.told
    change(event, made, args, (*notes, *_before(event.state, made)))
    if wants_json(args.json):
        for one in made.results:
            print_json(_result_told(event.state, one))
    return 0


def _before(state: EventState, made: ResultsEntered) -> list[Sentence]:
    """The results that were corrected."""
    before = [state.results.get((one.round, one.white, one.black)) for one in made.results]
    return [RoundSays.WAS.said(result=change_said(ResultsEntered((one,)))) for one in before if one]


def _result_told(state: EventState, one: EnteredResult) -> dict[str, Any]:
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    return {"round": one.round, first: one.white, second: one.black, "result": one.result or None, "default": one.default}


def add_withdraw(parser: ArgumentParser) -> None:
    parser.description = """Withdraws somebody for good. Competition C says what becomes of the games (C 14), and in the Swiss system they
stand. Elsewhere the arbiter says it: they lapse, or those that are left are won by the opponents."""
    add_changing(parser)
    parser.add_argument("id", metavar="ID", help="who withdraws")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    parser.add_argument("--games", choices=(LAPSE, WON), default="", help="what becomes of the games, where the regulation does not say it")


def withdraw(args: Namespace) -> int:
    """Withdraw somebody."""
    event = opened(args)
    made = withdrawn(event.state, args.id, args.games)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"withdrawn": made.id, "games": made.games or None, "reason": args.reason})
    return 0


def add_play_off(parser: ArgumentParser) -> None:
    parser.description = "Enters the result of a play-off that damcam event standings names as the next one."
    add_changing(parser)
    for name, tells in (("white", "who has White; of teams the first named"), ("black", "who has Black"), ("result", "1-0, 0-1 or draw")):
        parser.add_argument(name, metavar=name.upper(), help=tells)


def play_off(args: Namespace) -> int:
    """Enter the result of a play-off."""
    event = opened(args)
    made = play_off_played(event.state, args.white, args.black, args.result)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"white": made.white, "black": made.black, "result": made.result})
    return 0


def add_decide(parser: ArgumentParser) -> None:
    parser.description = """Enters the order of some who are equal to the end, where the arbiter decides it: by a schedule of his own, or
by lot. All of them are named, the best first."""
    add_changing(parser)
    parser.add_argument("ids", nargs="+", metavar="ID", help="those who are equal, the best first")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="how it was decided")


def decide(args: Namespace) -> int:
    """Enter the arbiter's order."""
    event = opened(args)
    made = order_decided(event.state, args.ids)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"decided": list(made.ids), "reason": args.reason})
    return 0


def add_undo(parser: ArgumentParser) -> None:
    parser.description = """Takes back the last change that stands; given again, the one before it, down to the event as it was made. The
log keeps both."""
    add_changing(parser)
    parser.add_argument("--reason", metavar="TEXT", help="why")


def undo(args: Namespace) -> int:
    """Take back the last change."""
    event: KeptEvent = opened(args)
    made, before = undone(event.rows)
    change(event, made, args, [change_said(before.change)])
    if wants_json(args.json):
        print_json({"undone": before.number, "kind": type(before.change).__name__, "what": told(change_said(before.change), args.lang)})
    return 0


TASKS = {
    "pair": Task("pair the next round", add_pair, pair),
    "result": Task("enter a result, or correct it with a reason", add_result, result),
    "withdraw": Task("withdraw a player or team for good", add_withdraw, withdraw),
    "play-off": Task("enter the result of a play-off", add_play_off, play_off),
    "decide": Task("enter the arbiter's order of some who are equal", add_decide, decide),
    "undo": Task("take back the last change", add_undo, undo),
}
