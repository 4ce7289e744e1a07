"""The command `take-over`: continues a game that another recorder began."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from clock.clock import left
from clock.control import control_in_pdn
from pi.game.board_loop import GameSetup
from pi.game.recovery import recover
from pi.machine.alone import alone
from pi.machine.game_folders import StateError, StateFault
from pi.machine.named_game import NoGame, refuse_several
from pi.machine.ownership import become_owner
from pi.programs.run import new_game
from pi.programs.taking_copy import second_copy_at, take_copy
from pi.programs.taking_over import TakeOverError, TakeOverFault, begin_game, copy_game
from pi.setup import values
from pi.setup.loading import settings_here
from pi.setup.options import add_by, add_settings
from pi.setup.output import complain
from pi.setup.press_line import Recorded
from pi.setup.settings import Settings
from pi.setup.values import time_text
from pi.usage.errors import UsageError
from record.decisions.elsewhere import Arbiter, events_of
from record.events.of_game import Event, SessionOpened
from record.files import FileError
from record.log.reading import verify
from record.log.tail import TailState, tail_of
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.telling.sentences import side_word
from record.verifying.findings import VerifyNote
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.errors import Phrase, Sentence, Value, sentence_of
from rules.pdn.encoding import decoded
from rules.pdn.game import PdnGame
from rules.pdn.read import read_games
from rules.pdn.remarks import at_line
from rules.pdn.tags import checked_tags

DESCRIPTION = """Adds a running game to those of this recorder, which continues it when it is started (damcam run). Give the folder of
the game from the other recorder's card, or its journal alone; nothing is changed there, and only plain files are copied. Run by root, it
becomes the owner of [board] state first, who must be able to read what is given. Where the card is lost, give the second copy that
[record] copy_to made: all rows of the game are in it, and no pictures. Where all that is lost, give the moves so far as a PDN file, the
position on the board, or both, and what the clocks are to show. No recorder may run here meanwhile. The clocks stand until the arbiter
starts them (damcam rule start-clock)."""


NO_CONTROLS = ("", "?", "-")
"""What files say of a time control that is not known."""


class TakenOver(Phrase):
    """What was taken over."""

    WITHOUT_CLOCK = "{folder}: {moves}, {side} to move; it goes on when damcam run is started"
    CONTROL = "the time control is {written}, as in the file; the settings say {settings}"
    NO_CONTROL = "the file says {text} of the time control, which is not understood; it is {settings}, as in the settings"
    BOARD = "the board is {written}, as in the file; the settings say {settings}"
    WITH_CLOCK = "{folder}: {moves}, {side} to move; White {white}, Black {black}; it goes on when damcam run is started"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("game", nargs="?", type=Path, metavar="DIR | JOURNAL | COPY.jsonl | GAME.pdn", help="what is left of the game")
    parser.add_argument("--fen", help="the position on the board, where the moves do not lead to it; the side to move first")
    parser.add_argument("--white", type=values.time_ns, metavar="H:MM:SS", help="what White's clock is to show")
    parser.add_argument("--black", type=values.time_ns, metavar="H:MM:SS", help="what Black's clock is to show")
    add_by(parser, "the arbiter")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Take the game over; UsageError, TakeOverError, LogError, ElsewhereError or StateError says why not, and nothing has changed."""
    is_journal = args.game is not None and (args.game.is_dir() or args.game.suffix.lower() != ".pdn")
    _refuse(args, is_journal=is_journal)
    if is_journal:
        refuse_several(args.game)
    settings = settings_here(args.settings)
    state = Path(settings.board.state)
    try:
        become_owner(state)
    except OSError as error:
        raise StateError(StateFault.NOT_WRITTEN.said(StateFault.ANOTHER_FOLDER.said(), why=sentence_of(error)), str(state)) from error
    with alone(state):
        copy = second_copy_at(args.game) if is_journal else None
        taken = take_copy(copy, state / GAMES, settings.board.rules) if copy else None
        remarks: tuple[Sentence, ...] = ()
        if taken:
            folder = taken.folder
        elif is_journal:
            folder = copy_game(args.game, state / GAMES, settings.board.rules)
            remarks = tuple(_lacking(args.game / JOURNAL_NAME if args.game.is_dir() else args.game))
        else:
            written = _written(args.game) if args.game else PdnGame(1)
            setup, tags = new_game(settings), checked_tags(written)
            opened, *others = _events(args, settings, written, setup)
            folder = begin_game([opened, *others], state / GAMES)
            remarks = (*(at_line(fault.line, fault.what) for fault in tags.faults), *tags.remarks, *_of_the_file(opened, setup, tags.tags))
    complain(_told(folder))
    for remark in remarks:
        complain(remark)
    if taken:
        complain(taken.said)
    return 0


def _refuse(args: Namespace, *, is_journal: bool) -> None:
    """UsageError where too little is given for a game, or a journal is given and what it already holds."""
    if is_journal and (args.fen or args.white or args.black):
        raise UsageError(TakeOverFault.KNOWS_ALREADY.said())
    if args.game is None and args.fen is None:
        raise UsageError(TakeOverFault.NOTHING_NAMED.said())
    if (args.white is None) != (args.black is None):
        raise UsageError(TakeOverFault.ONE_CLOCK.said())


def _events(args: Namespace, settings: Settings, written: PdnGame, game: GameSetup) -> list[Event]:
    """The first events of the new journal."""
    rules = ruleset(settings.board.rules)
    position = parse_fen(args.fen, rules) if args.fen else None
    said = Arbiter(args.by, position, None if args.white is None else (args.white, args.black))
    return events_of(written, said, rules, game.control, game.about, mirrored=game.lies_mirrored, crowns=game.crowns)


def _lacking(journal: Path) -> Iterator[Sentence]:
    """What the journal that was taken over may lack, where it had been copied with its tail."""
    ended = verify(journal)
    if ended.tail is TailState.COPIED and ended.tail_row > ended.last.row:
        what: dict[str, Value] = {"file": journal.name, "row": ended.last.row, "tail": tail_of(journal).name, "last": ended.tail_row}
        yield VerifyNote.COPY_ENDS_EARLY.said(**what)


def _of_the_file(opened: Event, setup: GameSetup, tags: Mapping[str, str]) -> Iterator[Sentence]:
    """What the file says of the clock and the board, where that is not what the settings say."""
    if not isinstance(opened, SessionOpened):
        return
    if opened.time_control != str(setup.control):
        yield TakenOver.CONTROL.said(written=opened.time_control, settings=str(setup.control))
    elif (text := tags.get("TimeControl", "").strip()) not in NO_CONTROLS and control_in_pdn(text) is None:
        yield TakenOver.NO_CONTROL.said(text=repr(text), settings=opened.time_control)
    board, ours = opened.about.tags.board, setup.about.tags.board
    if board and board != ours:
        yield TakenOver.BOARD.said(written=board, settings=ours or "-")


def _written(path: Path) -> PdnGame:
    try:
        games = list(read_games(decoded(path.read_bytes())))
    except OSError as error:
        raise FileError(TakeOverFault.CANNOT_BE_READ.said(why=sentence_of(error)), str(path)) from error
    if len(games) != 1:
        fault = TakeOverFault.SEVERAL_GAMES if games else TakeOverFault.NO_GAME
        raise TakeOverError(fault.said(count=len(games)), str(path))
    return games[0]


def _told(folder: Path) -> Sentence:
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        recovered = recover(journal)
    if recovered is None:
        raise TakeOverError(NoGame.NOT_BEGUN.said(), str(folder))
    state = recovered.game.state
    values: dict[str, Value] = {
        "folder": str(folder),
        "moves": Recorded.MOVES.said(count=sum(not ply.is_set_up for ply in state.plies)),
        "side": side_word(str(recovered.game.belief.position.side)),
    }
    if state.clock.control.main_ns is None:
        return TakenOver.WITHOUT_CLOCK.said(**values)
    white_ns, black_ns = left(state.clock, recovered.clock_t_ns)
    return TakenOver.WITH_CLOCK.said(**values, white=time_text(white_ns), black=time_text(black_ns))
