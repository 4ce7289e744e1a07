"""The task `event play-off`: the result of a play-off, of teams also board by board."""

from argparse import ArgumentParser, Namespace

from hub.events.event_file import KeptEvent
from hub.events.match_boards import boards_in, score_of
from hub.events.match_entering import check_teams
from hub.events.play_off_entering import play_off_boards, play_off_played
from pi.commands.events.opening import add_changing, change, opened
from pi.commands.events.result import ResultWords, add_boards
from pi.setup.output import print_json, wants_json
from pi.usage.errors import UsageError
from rules.errors import Phrase


class PlayOffWords(Phrase):
    """What was expected."""

    RESULT = "WHITE BLACK RESULT were expected, such as anna bate 1-0, or of teams FIRST SECOND with --boards"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the result of a play-off that damcam event standings names as the next one. One of teams is entered as a
match is: board points, or with --boards the result of each board, White first. The team that standings names first has White on the odd
boards. A board that has a result already is changed with --reason."""
    add_changing(parser)
    for name, tells in (("white", "who has White; of teams the first named"), ("black", "who has Black")):
        parser.add_argument(name, metavar=name.upper(), help=tells)
    parser.add_argument("result", metavar="RESULT", nargs="?", help="1-0, 0-1 or draw; of teams the board points, such as 4.5-3.5")
    add_boards(parser)
    parser.add_argument("--reason", metavar="TEXT", help="why boards that have a result are changed")


def run(args: Namespace) -> int:
    """Enter the result of a play-off, or its boards."""
    if (args.result is None) == (args.boards is None):
        raise UsageError(PlayOffWords.RESULT.said())
    event = opened(args)
    if args.boards is not None:
        return _enter_boards(event, args)
    made = play_off_played(event.state, args.white, args.black, args.result, corrects=args.reason is not None)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"white": made.white, "black": made.black, "result": made.result})
    return 0


def _enter_boards(event: KeptEvent, args: Namespace) -> int:
    state = event.state
    check_teams(state)
    boards = boards_in(args.boards, state.made.competition)
    made = play_off_boards(state, None, (args.white, args.black), boards, corrects=args.reason is not None)
    score = score_of(state.made.competition, made.boards)
    tells = ResultWords.COMES_TO if score.is_over else ResultWords.SO_FAR
    change(event, made, args, [tells.said(first=made.white, second=made.black, points=score.result)])
    if wants_json(args.json):
        told = {"number": made.number, "first": made.white, "second": made.black, "boards": [board or None for board in made.boards]}
        print_json({**told, "board_points": list(score.points), "result": score.result if score.is_over else None})
    return 0
