"""The command rule: what the arbiter decides is handed to the running service, which does it and answers."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from clock.control import LONGEST_NS, SECOND_NS
from hub.boards.handing import FOUND_WITHIN_S, RuleError, hand_over
from pi.setup.loading import settings_here
from pi.setup.parsing import UsageError
from pi.setup.values import corners, moves_made
from record.decisions.arbitration import Decision
from record.decisions.inbox import AddTimes, ArbitersWord, CloseGame, FindBoard, SetTimes, StartClock, StopClock
from record.session.arbiter import Word
from record.session.state import State
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal import Journal, fold

TELLS = """Hands a ruling of the arbiter to the service that records the game, and waits until it is done. It is on the game as it stands
now: a press in the meantime refuses it."""
EXPLAINS = """words: start-clock [--side], stop-clock, set-times --white H:MM:SS --black H:MM:SS [--moves], add-times and take-times
with one of these times or both, find-board [--corners], close (the recording ends), and the rulings stand, restore, position --fen,
take-back --plies, to-move --side, end --result [--article], paper, record."""
WORDS = ("start-clock", "stop-clock", "set-times", "add-times", "take-times", "find-board", "close", *map(str, Word))
NEEDS: dict[str, dict[str, str]] = {
    "set-times": {"white": "1:20:00", "black": "1:18:30"},
    Word.POSITION: {"fen": '"W:W31,32:B19,20"'},
    Word.TAKE_BACK: {"plies": "1"},
    Word.TO_MOVE: {"side": "white"},
    Word.END: {"result": "1-0"},
}
"""The options without which a word says nothing, each with an example."""
MAY_HAVE: dict[str, tuple[str, ...]] = {
    "start-clock": ("side", "reason"),
    "set-times": ("reason", "moves"),
    "add-times": ("white", "black", "reason"),
    "take-times": ("white", "black", "reason"),
    "find-board": ("corners",),
    "close": (),
    Word.END: ("reason", "article"),
}
"""The others that belong to a word; where it is not named, a reason."""
OPTIONS = ("reason", "side", "fen", "plies", "result", "article", "white", "black", "moves", "corners")


def time_ns(text: str) -> int:
    """Nanoseconds from H:MM:SS or MM:SS; ValueError for anything else, ArgumentTypeError, a sentence, for a day or more."""
    if not re.fullmatch(r"[0-9]+(:[0-9]{1,2}){1,2}", text):
        raise ValueError(text)
    parts = [int(part) for part in text.split(":")]
    if any(part > 59 for part in parts[1:]):
        raise ValueError(text)
    seconds = 0
    for part in parts:
        seconds = 60 * seconds + part
    if seconds * SECOND_NS >= LONGEST_NS:
        raise ArgumentTypeError(f"{text} is a day or more; a clock shows less than {LONGEST_NS // (3600 * SECOND_NS)} hours")
    return seconds * SECOND_NS


time_ns.__name__ = "time such as 1:20:00"


def add_arguments(parser: ArgumentParser, login: str) -> None:
    """What the command is called with."""
    parser.add_argument("word", choices=WORDS, metavar="WORD", help="what is ruled (below)")
    parser.add_argument("--by", default=login, metavar="NAME", help="who rules (default: the login name)")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, in the arbiter's words")
    parser.add_argument("--side", choices=("white", "black"), help="whose clock, or who is to move")
    parser.add_argument("--fen", help="the position that is set up, the side to move first")
    parser.add_argument("--plies", type=int, metavar="N", help="how many plies are taken back")
    parser.add_argument("--result", help="1-0, 0-1, draw or void")
    parser.add_argument("--article", help="the article that the result rests on, such as 20.2")
    parser.add_argument("--white", type=time_ns, metavar="H:MM:SS", help="what White's clock is to show, or so much of it")
    parser.add_argument("--black", type=time_ns, metavar="H:MM:SS", help="what Black's clock is to show, or so much of it")
    parser.add_argument(
        "--moves", type=moves_made, metavar="WHITE,BLACK", help="how many moves the clocks are to count, where periods end by them: 12,11"
    )
    parser.add_argument(
        "--corners",
        type=corners,
        metavar="'X,Y X,Y X,Y X,Y'",
        help="the board's outer corners in the camera's picture, in pixels, White's lower left first, counter-clockwise",
    )
    parser.add_argument("--game", type=Path, metavar="DIR", help="the game's folder (default: the latest in the settings' state)")


def rule(args: Namespace) -> int:
    """Put the word into the game's inbox and wait for the answer; RuleError where it was refused, or nobody took it up."""
    _refuse_others(args)
    game = game_of(args)
    with Journal.reader(game / JOURNAL_NAME) as reader:
        state = fold(reader)
    if state.closed:
        raise RuleError(f"{game}: this game is closed, and nothing is ruled on it any more; damcam names tells who played it")
    hand_over(game / JOURNAL_NAME, _word(args, state), FOUND_WITHIN_S)
    return 0


def game_of(args: Namespace) -> Path:
    """The folder of the game that is named, else of the one that is recorded or was last; RuleError where there is none."""
    if args.game and not (args.game / JOURNAL_NAME).exists():
        raise RuleError(f"{args.game}: there is no journal of a game in this folder; name a game's own, such as games/0001")
    return args.game or _latest_game(args.settings)


def _latest_game(settings: Path | None) -> Path:
    games = Path(settings_here(settings).board.state) / "games"
    try:
        return [folder for folder in numbered(games) if (folder / JOURNAL_NAME).exists()][-1]
    except (OSError, IndexError):
        raise RuleError(f"{games}: no game is recorded there; name its folder with --game") from None


def _refuse_others(args: Namespace) -> None:
    """UsageError where an option is missing that the word needs, or one is given that it does not have: it would be passed over unseen."""
    needed, given = NEEDS.get(args.word, {}), [option for option in OPTIONS if getattr(args, option) not in (None, "")]
    may = (*needed, *MAY_HAVE.get(args.word, ("reason",)))
    if foreign := [f"--{option}" for option in given if option not in may]:
        takes = ", ".join(f"--{option}" for option in (*may, "by", "game"))
        raise UsageError(f"{args.word} has nothing to do with {' and '.join(foreign)}; it takes {takes}")
    if not needed.keys() <= set(given):
        raise UsageError(f"{args.word} needs {' '.join(f'--{option} {such_as}' for option, such_as in needed.items())}")
    if args.word in ("add-times", "take-times") and not {"white", "black"} & set(given):
        raise UsageError(f"{args.word} needs --white 0:02:00, or --black, or both")


def _word(args: Namespace, state: State) -> ArbitersWord | FindBoard:
    match args.word:
        case "start-clock":
            return StartClock(args.by, args.side, args.reason)
        case "stop-clock":
            return StopClock(args.by, args.reason)
        case "close":
            return CloseGame(args.by)
        case "set-times":
            return SetTimes(args.white, args.black, args.by, args.reason, args.moves)
        case "add-times" | "take-times":
            sign = 1 if args.word == "add-times" else -1
            return AddTimes(sign * (args.white or 0), sign * (args.black or 0), args.by, args.reason)
        case "find-board":
            return FindBoard(args.by, tuple(args.corners) if args.corners else None)
    if state.opening is None:
        raise RuleError("no game has begun that could be ruled on: the start position is waited for")
    return Decision(state.last_seq, args.word, args.by, args.reason, args.fen, args.plies, args.side, args.result, args.article)
