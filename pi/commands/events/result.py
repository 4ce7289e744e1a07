"""The task `event result`: a result, a list of them, or the boards of a match of teams."""

from argparse import ArgumentParser, Namespace
from typing import Any

from hub.events.changes import BoardsEntered, EnteredResult, MatchBoards, ResultsEntered
from hub.events.event_file import KeptEvent
from hub.events.match_boards import boards_in, score_of
from hub.events.match_entering import match_entered, together
from hub.events.played import result_told
from hub.events.results import result_entered, results_of_list
from hub.events.state import EventState
from hub.events.telling import change_said
from pi.commands.events.lists import list_in
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json
from pi.usage.errors import UsageError
from rules.errors import Phrase, Sentence


class ResultWords(Phrase):
    """What was expected, and what is told of a correction."""

    RESULT_WORDS = "ROUND WHITE BLACK RESULT were expected, such as 1 anna bate 1-0, or a list with --csv"
    BOARDS_WORDS = "ROUND FIRST SECOND were expected with --boards, such as 1 drachten snits --boards 1-0,draw,-,0-1"
    NO_DEFAULT_IN_LIST = "--default goes with one result; a list has a column default"
    NO_DEFAULT_AT_BOARDS = "--default goes with one result; with --boards it is +-, -+ or -- at the board"
    WAS = "before: {result}"
    SO_FAR = "{first} - {second}: {points} so far; the match has a result once every board is decided"
    COMES_TO = "{first} - {second} comes to {points}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters a result in White's view: 1-0, 0-1 or draw, and 0-0 by default where neither came; of teams the board
points, such as 4.5-3.5, or with --boards the result of each board. With --csv a list: round, white, black, result, and if wanted default,
with headings or without; it is entered whole or not at all, and a line without a result is passed over. A result that is there is
corrected with --reason; * takes it away."""
    add_changing(parser)
    parser.add_argument("words", nargs="*", metavar="ROUND WHITE BLACK RESULT", help="the game and its result")
    parser.add_argument("--reason", metavar="TEXT", help="why an earlier result is corrected")
    parser.add_argument("--default", action="store_true", help="it was not played: a win by default, or with 0-0 lost by both")
    parser.add_argument("--csv", metavar="FILE", help="a list of results; - reads standard input")
    add_boards(parser)


def add_boards(parser: ArgumentParser) -> None:
    """Add --boards, which enters a match of teams board by board."""
    tells = """the results of all boards of a match of teams in their order, White first: 1-0, draw or 0-1, . where none is yet;
+- where Black is missing, -+ where White is, -- where both are (a list that begins with a dash is written as --boards=-+,1-0)"""
    parser.add_argument("--boards", metavar="LIST", help=tells)


def run(args: Namespace) -> int:
    """Enter one result, a list of them, or the boards of a match."""
    if args.boards is not None:
        if len(args.words) != 3 or args.csv is not None:
            raise UsageError(ResultWords.BOARDS_WORDS.said())
        if args.default:
            raise UsageError(ResultWords.NO_DEFAULT_AT_BOARDS.said())
        return _enter_boards(opened(args), args)
    if (args.csv is None and len(args.words) != 4) or (args.csv is not None and args.words):
        raise UsageError(ResultWords.RESULT_WORDS.said())
    if args.csv is not None and args.default:
        raise UsageError(ResultWords.NO_DEFAULT_IN_LIST.said())
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


def _enter_boards(event: KeptEvent, args: Namespace) -> int:
    state, corrects = event.state, args.reason is not None
    boards = boards_in(args.boards, state.made.competition) if state.is_of_teams else ()
    one = match_entered(state, args.words, boards, corrects=corrects)
    key = (one.round, one.white, one.black)
    score = score_of(state.made.competition, one.boards)
    tells = ResultWords.COMES_TO if score.is_over else ResultWords.SO_FAR
    before = [BoardsEntered((state.matches[key],))] if key in state.matches else []
    notes = [ResultWords.WAS.said(result=change_said(was)) for was in before if corrects]
    change(event, together([one]), args, [tells.said(first=one.white, second=one.black, points=score.result), *notes])
    if wants_json(args.json):
        print_json(_match_told(one, state))
    return 0


def _match_told(one: MatchBoards, state: EventState) -> dict[str, Any]:
    score = score_of(state.made.competition, one.boards)
    told = {"round": one.round, "first": one.white, "second": one.black, "boards": [board or None for board in one.boards]}
    return {**told, "board_points": list(score.points), "result": score.result if score.is_over else None}


def _before(state: EventState, made: ResultsEntered) -> list[Sentence]:
    """The results that were corrected."""
    before = [state.results.get((one.round, one.white, one.black)) for one in made.results]
    return [ResultWords.WAS.said(result=change_said(ResultsEntered((one,)))) for one in before if one]


def _result_told(state: EventState, one: EnteredResult) -> dict[str, Any]:
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    return {"round": one.round, first: one.white, second: one.black, "result": result_told(one), "default": one.default}
