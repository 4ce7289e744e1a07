"""The command `rule`: hands a ruling of the arbiter to the running service, which carries it out and answers."""

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from hub.boards.commands import ON_ITS_WAY, command_board
from link.sending import ANSWERED_WITHIN_S, FOUND_WITHIN_S, CommandError
from pi.machine.named_game import named_game
from pi.setup.options import add_by, add_settings
from pi.setup.output import complain
from pi.setup.values import control, corners, moves_made, time_ns, time_text, whole_number
from pi.usage.errors import UsageError
from record.decisions.arbitration import Decision
from record.decisions.commands import (
    AddTimes,
    ArbiterCommand,
    CloseGame,
    FindBoard,
    ResumeWriting,
    SetControl,
    SetTimes,
    StartClock,
    StopClock,
    SuspendWriting,
    Undo,
)
from record.session.arbiter import RulingRefusal, Word
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.telling.sentences import side_word
from rules.errors import Phrase, Sentence, Value
from rules.play.endings import Cause

DESCRIPTION = """Hands a ruling of the arbiter to the service that records the game, and waits until it is done. A ruling is about the
game as it stands now: when a press comes in between, it is refused."""
EPILOG = """words: start-clock [--side], stop-clock, set-times [--moves], add-times and take-times with --white H:MM:SS or --black H:MM:SS
or both, time-control --control (as if the game had had it from the beginning), find-board [--corners], suspend-writing and resume-writing
with --side (juniors, E 2), undo (the last ruling, as long as nothing came after it), close (the recording ends), and the rulings stand,
restore, position --fen, take-back --plies, to-move --side, end --result [--article] [--cause], paper, record."""
CLOCK_WORDS = ("start-clock", "stop-clock", "set-times", "add-times", "take-times", "time-control")
WRITING_WORDS = ("suspend-writing", "resume-writing")
WORDS = (*CLOCK_WORDS, *WRITING_WORDS, "find-board", "undo", "close", *map(str, Word))
NEEDS: dict[str, dict[str, str]] = {
    Word.POSITION: {"fen": '"W:W31,32:B19,20"'},
    Word.TAKE_BACK: {"plies": "1"},
    Word.TO_MOVE: {"side": "white"},
    Word.END: {"result": "1-0"},
    "time-control": {"control": "80m+60s"},
    **{word: {"side": "white"} for word in WRITING_WORDS},
}
"""The options that a word needs, each with an example."""
MAY_HAVE: dict[str, tuple[str, ...]] = {
    "start-clock": ("side", "reason"),
    "set-times": ("white", "black", "reason", "moves"),
    "add-times": ("white", "black", "reason"),
    "take-times": ("white", "black", "reason"),
    "find-board": ("corners",),
    "close": (),
    Word.END: ("reason", "article", "cause"),
}
"""The options that a word may have; a word that is not listed may have a reason."""
OPTIONS = ("reason", "side", "fen", "plies", "result", "article", "cause", "white", "black", "moves", "control", "corners")


class RuleSays(Phrase):
    """What a ruling did."""

    DONE = "done"
    CLOCKS_STAND = "White {white}, Black {black}, and both clocks stand"
    CLOCK_RUNS = "White {white}, Black {black}, and the clock of {side} runs"
    NO_CLOCK = "this game has no clock"
    FOUND = "The board is found."
    CLOSED = "{folder} is closed, with the result {result}"
    CLOSED_OPEN = "{folder} is closed, without a result"
    SUSPENDED = "the duty to write is suspended until after the game: {side}"
    WRITES_AGAIN = "the duty to write holds again: {side}"
    ENDED = "the game has ended, with the result {result}"
    ON_PAPER = "the game is noted on paper from now on"
    UNDONE = "the last ruling is undone; {position}"
    POSITION = "done: {word}; {position}"
    NOW = "the position now: {fen}"
    LAST_KNOWN = "the last known position, not read since press {seq}: {fen}"


class RuleFault(Phrase):
    """Why a ruling is not handed over."""

    CLOSED = "this game is closed, and no ruling can change it; damcam names sets who played it"
    NOT_BEGUN = "no game has begun yet: the service waits for the start position"
    DOES_NOT_TAKE = "{word} does not take {options}; it takes {takes}"
    NEEDS = "{word} needs {options}"
    NEEDS_A_TIME = "{word} needs --white 0:02:00, or --black, or both"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("word", choices=WORDS, metavar="WORD", help="the ruling; the words are listed below")
    add_by(parser, "who rules")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, in the arbiter's words")
    parser.add_argument("--side", choices=("white", "black"), help="whose clock, or the side to move")
    parser.add_argument("--fen", help="the position to set up, the side to move first")
    parser.add_argument("--plies", type=whole_number, metavar="N", help="how many plies to take back")
    parser.add_argument("--result", help="1-0, 0-1, draw or void")
    parser.add_argument("--article", help="the article on which the result rests, such as 20.2")
    causes = ", ".join(Cause)
    parser.add_argument("--cause", choices=tuple(Cause), metavar="CAUSE", help=f"why, where its article names several: {causes}")
    parser.add_argument("--white", type=time_ns, metavar="H:MM:SS", help="what White's clock is to show, or the time to add or take")
    parser.add_argument("--black", type=time_ns, metavar="H:MM:SS", help="what Black's clock is to show, or the time to add or take")
    parser.add_argument("--moves", type=moves_made, metavar="WHITE,BLACK", help="the moves made, where a period ends after some: 12,11")
    parser.add_argument("--control", type=control, metavar="CONTROL", help="the time control, such as 80m+60s or A")
    parser.add_argument(
        "--corners",
        type=corners,
        metavar="'X,Y X,Y X,Y X,Y'",
        help="the board's outer corners in the camera's picture, in pixels, White's lower left first, counter-clockwise",
    )
    parser.add_argument("--game", type=Path, metavar="DIR", help="the game's folder (default: the latest in the settings' state)")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Hand the command to the service and wait for its outcome; CommandError where it was refused, or no service runs."""
    _check_options(args)
    game = named_game(args.game, args.settings)
    with Journal.reader(game / JOURNAL_NAME) as reader:
        state, upon = fold(reader), reader.last_id
    if state.closed:
        raise CommandError(RuleFault.CLOSED.said(), str(game))
    said = partial(complain, ON_ITS_WAY)
    within_s = FOUND_WITHIN_S if args.word == "find-board" else ANSWERED_WITHIN_S
    held = command_board(game / JOURNAL_NAME, _word(args, state), within_s, said, upon)
    with Journal.reader(game / JOURNAL_NAME) as reader:
        complain(held.note if held else _done(args, fold(reader), game))
    return 0


def _done(args: Namespace, state: State, game: Path) -> Sentence:
    """What the service did, as the game stands after it."""
    word: str = args.word
    match word:
        case "suspend-writing":
            return RuleSays.SUSPENDED.said(side=side_word(args.side))
        case "resume-writing":
            return RuleSays.WRITES_AGAIN.said(side=side_word(args.side))
        case "find-board":
            return RuleSays.FOUND.said()
        case "close":
            closed = RuleSays.CLOSED_OPEN if state.result == "*" else RuleSays.CLOSED
            return closed.said(folder=str(game), result=state.result)
        case Word.END:
            return RuleSays.ENDED.said(result=state.result)
        case Word.PAPER:
            return RuleSays.ON_PAPER.said()
        case "undo":
            return RuleSays.UNDONE.said(_clocks(state), position=_position(state))
    return RuleSays.DONE.said(_clocks(state)) if word in CLOCK_WORDS else RuleSays.POSITION.said(word=word, position=_position(state))


def _position(state: State) -> Sentence:
    """The position on the board, or where a press was not read the last one that is known, never a guess."""
    guessed = state.guessed
    if guessed:
        return RuleSays.LAST_KNOWN.said(seq=guessed[0].seq, fen=state.known_fen)
    return RuleSays.NOW.said(fen=state.fen)


def _clocks(state: State) -> Sentence:
    clock = state.clock
    if clock.control.main_ns is None:
        return RuleSays.NO_CLOCK.said()
    times: dict[str, Value] = {"white": time_text(clock.white_ns), "black": time_text(clock.black_ns)}
    return RuleSays.CLOCK_RUNS.said(**times, side=side_word(clock.running)) if clock.running else RuleSays.CLOCKS_STAND.said(**times)


def _check_options(args: Namespace) -> None:
    """UsageError where the word lacks an option that it needs, or has one that does not belong to it."""
    needed, given = NEEDS.get(args.word, {}), [option for option in OPTIONS if getattr(args, option) not in (None, "")]
    may = (*needed, *MAY_HAVE.get(args.word, ("reason",)))
    if foreign := [f"--{option}" for option in given if option not in may]:
        takes = tuple(f"--{option}" for option in (*may, "by", "game"))
        raise UsageError(RuleFault.DOES_NOT_TAKE.said(word=args.word, options=tuple(foreign), takes=takes))
    if not needed.keys() <= set(given):
        options = " ".join(f"--{option} {such_as}" for option, such_as in needed.items())
        raise UsageError(RuleFault.NEEDS.said(word=args.word, options=options))
    if args.word in ("set-times", "add-times", "take-times") and not {"white", "black"} & set(given):
        raise UsageError(RuleFault.NEEDS_A_TIME.said(word=args.word))


def _word(args: Namespace, state: State) -> ArbiterCommand | FindBoard:
    match args.word:
        case "start-clock":
            return StartClock(args.by, args.side, args.reason)
        case "stop-clock":
            return StopClock(args.by, args.reason)
        case "undo":
            if state.undoable is None:
                raise CommandError(RulingRefusal.NOTHING_TO_UNDO.said())
            return Undo(args.by, state.undoable.ruling.t_ns, args.reason)
        case "suspend-writing":
            return SuspendWriting(args.by, args.side, args.reason)
        case "resume-writing":
            return ResumeWriting(args.by, args.side, args.reason)
        case "close":
            return CloseGame(args.by)
        case "set-times":
            return SetTimes(args.white, args.black, args.by, args.reason, args.moves)
        case "add-times" | "take-times":
            sign = 1 if args.word == "add-times" else -1
            return AddTimes(sign * (args.white or 0), sign * (args.black or 0), args.by, args.reason)
        case "time-control":
            return SetControl(str(args.control), args.by, args.reason)
        case "find-board":
            return FindBoard(args.by, tuple(args.corners) if args.corners else None)
    if state.opening is None:
        raise CommandError(RuleFault.NOT_BEGUN.said())
    return Decision(
        state.last_seq,
        args.word,
        args.by,
        args.reason,
        fen=args.fen,
        plies=args.plies,
        side=args.side,
        result=args.result,
        article=args.article,
        cause=args.cause,
    )
