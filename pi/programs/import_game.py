"""The command `import`: continues a game from its log or from a PDN file.

FILE ─► a log (`imported_log`) or a PDN file (`imported_pdn`) ─► held against the settings of this board ─► a new folder in games
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clock.clock import left
from link.sending import send_command
from pi.game.board_game import GameSetup
from pi.game.recovery import recover
from pi.machine.alone import alone
from pi.machine.game_folders import StateError, StateFault, latest
from pi.machine.given_log import ImportRefused, log_beyond, read_given
from pi.machine.named_game import NoGame, refuse_several
from pi.machine.ownership import become_owner
from pi.machine.time_of_day import noted
from pi.programs.imported_log import Decision, Imported, begin_game, import_log, is_log
from pi.programs.imported_pdn import Given, PdnRefused, imported
from pi.programs.run import new_game
from pi.setup import values
from pi.setup.loading import settings_here
from pi.setup.options import add_by, add_settings
from pi.setup.output import complain, shown
from pi.setup.press_line import Recorded
from pi.setup.values import time_text
from pi.usage.errors import UsageError
from record.decisions.commands import Recover
from record.events.of_game import SessionOpened
from record.files import FileError
from record.session.state import State
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.salvage import Lost, continue_game, free_aside, lost_in
from record.telling.sentences import side_word
from rules.board.ruleset import CROWNS
from rules.errors import Sentence, Value, sentence_of
from rules.pdn.encoding import decoded
from rules.pdn.game import PdnGame
from rules.pdn.read import read_games

DESCRIPTION = """Adds a running game to those of this board, which goes on with it when it is started (damcam run). FILE is the folder of a
game, on another board's card or in the second copy that [record] copy_to made, its journal alone, the log that a hub's page gave, or a PDN
file with the moves so far and the clock times. Time control, board, event, names and both clocks are those of the file. Nothing is changed
there, and only plain files are copied. FILE may also be the folder of this board's own last game, whose log is damaged: the game goes on
from its sound beginning, as by the button on the desk, whether the service waits for that or is stopped. Run by root, it becomes the owner
of [board] state first, who must be able to read what is given.
No recorder may run here meanwhile. The clocks stand until the arbiter starts them (damcam rule start-clock)."""
EPILOG = """Where the settings of this board say something else than the file, and where a log has lost rows, it asks on a terminal, and
refuses elsewhere; the option that it names answers yes."""
CONFIRMED_WITHIN_S = 10.0
"""How long the service may take to write a new journal."""
AS_IN_FILE, SOUND_BEGINNING, CLOSED = "--as-in-file", "--sound-beginning", "--closed"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("game", nargs="?", type=Path, metavar="FILE", help="a log or a PDN file with what is known of the game")
    parser.add_argument(AS_IN_FILE, action="store_true", help="take what the file says where the settings say something else")
    parser.add_argument(SOUND_BEGINNING, action="store_true", help="go on from the sound beginning of a log that has lost rows")
    tells = "keep a closed game, where a hub has it: the next game of this board then gets the number after it"
    parser.add_argument(CLOSED, action="store_true", help=tells)
    parser.add_argument("--fen", help="the position on the board, where the moves of a PDN file do not lead to it; the side to move first")
    parser.add_argument(
        "--white", type=values.time_ns, metavar="H:MM:SS", help="what White's clock is to show, where the PDN does not say it"
    )
    parser.add_argument("--black", type=values.time_ns, metavar="H:MM:SS", help="what Black's clock is to show")
    parser.add_argument("--time-control", type=values.control, metavar="CONTROL", help="the time control, where the PDN does not say it")
    add_by(parser, "the arbiter")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Import the game. UsageError, ImportRefused, PdnRefused, LogError, FenError or StateError says why not, and nothing has changed."""
    _refuse_too_little(args)
    settings = settings_here(args.settings)
    state, setup = Path(settings.board.state), new_game(settings)
    try:
        become_owner(state)
    except OSError as error:
        raise StateError(StateFault.NOT_WRITTEN.said(StateFault.ANOTHER_FOLDER.said(), why=sentence_of(error)), str(state)) from error
    consent = AskedConsent(setup, as_in_file=args.as_in_file, sound_beginning=args.sound_beginning, closed=args.closed)
    if args.game is not None and args.game.is_dir() and args.game.resolve().parent == (state / GAMES).resolve():
        complain(_confirm(args.game.resolve(), None, state, args.by, consent))
        return 0
    from_log = args.game is not None and is_log(args.game)  # nothing that a stranger gave is read before
    if from_log:
        _refuse_known(args)
        refuse_several(args.game)
        damaged = latest(state / GAMES) if (state / GAMES).is_dir() else None
        if damaged and (source := log_beyond(args.game, damaged)):
            complain(_confirm(damaged, source, state, args.by, consent))
            return 0
    with alone(state):
        if from_log:
            made = import_log(args.game, state / GAMES, Decision(args.by, noted(), consent))
        else:
            made = _import_pdn(args, state / GAMES, consent)
    complain(_summary(made.folder))
    for note in made.notes:
        complain(note)
    return 0


def _confirm(game: Path, source: Path | None, state: Path, by: str, consent: "AskedConsent") -> Sentence:
    """Goes on with a damaged game of this board from its sound beginning, or with the rows of that other log of it.

    Where the service waits for this, it does it. ImportRefused, SalvageError, CommandError.
    """
    lost = lost_in(game)
    if lost is None:
        raise ImportRefused("this game is one of this board already, and its log has lost nothing", str(game))
    given = read_given(source) if source else None
    kept = replace(lost, row=len(given.rows), seq=given.after.last_seq) if given else lost
    if lost.row and (given is None or kept.row < lost.last_known_row):
        consent.to_loss(kept)
    aside = free_aside(game)
    try:
        with alone(state):
            continue_game(game, by, noted(), lost.row, given.rows if given else ())
    except StateError:
        if not (state / "lock").exists():
            raise
        send_command(game / JOURNAL_NAME, Recover(by, lost.row, str(source.absolute()) if source else ""), CONFIRMED_WITHIN_S)
    text = "{folder}: the game goes on from row {row}, press {seq}; what was there before is in {aside}"
    return Sentence("", text, {"folder": str(game), "row": kept.row, "seq": kept.seq, "aside": str(aside)})


def _refuse_known(args: Namespace) -> None:
    """UsageError where options give what a log already holds."""
    if args.fen or args.white or args.black or args.time_control:
        raise UsageError("a log knows position, clocks and time control: leave these options out, and use damcam rule later")


def _refuse_too_little(args: Namespace) -> None:
    """UsageError where too little is given for a game."""
    if args.game is None and args.fen is None:
        raise UsageError("name what is left of the game: its folder, its journal, a PDN file with the moves so far, or --fen")
    if (args.white is None) != (args.black is None):
        raise UsageError("both clocks need what they are to show: --white 0:41:10 --black 0:38:55")


@dataclass(frozen=True, slots=True)
class AskedConsent:
    """What a person at the terminal agrees to, or agreed to by an option of the command."""

    setup: GameSetup
    """A new game by the settings of this board."""
    as_in_file: bool
    sound_beginning: bool
    closed: bool

    def to_loss(self, lost: Lost) -> None:
        """As `Consent.to_loss`."""
        missing = "row {first} is missing" if lost.last_known_row == lost.row + 1 else "rows {first} to {last} are missing"
        text = "{why}; the log is sound up to row {row}, press {seq}" + (f", and {missing}" if lost.last_known_row > lost.row else "")
        values: dict[str, Value] = {
            "why": lost.damage,
            "row": lost.row,
            "seq": lost.seq,
            "first": lost.row + 1,
            "last": lost.last_known_row,
        }
        self._ask(Sentence("", text, values), "go on from there", SOUND_BEGINNING, agreed=self.sound_beginning)

    def to_closed(self, state: State) -> None:
        """As `Consent.to_closed`."""
        fact = Sentence("", "this game is closed, with the result {result}, and nothing of it goes on", {"result": str(state.result)})
        self._ask(fact, "keep it for its number", CLOSED, agreed=self.closed)

    def to_state(self, state: State) -> None:
        """As `Consent.to_state`."""
        self._to_differences(state.opened, str(state.clock.control), state.opened.about.settings.regulation or "")

    def to_pdn(self, opened: SessionOpened, control: str, doubts: tuple[Sentence, ...]) -> None:
        """Asks whether the game goes on with what a PDN file says, where the settings, or its own time control, say something else.

        `control` is the time control that the file says.
        """
        if doubts:
            self._ask(Sentence("", "{doubts}", {"doubts": doubts}), "take this from the file", AS_IN_FILE, agreed=self.as_in_file)
        self._to_differences(opened, control, "")

    def _to_differences(self, opened: SessionOpened, control: str, regulation: str) -> None:
        differences = tuple(_differences(opened, control, regulation, self.setup))
        if differences:
            text = "the file and the settings of this board differ: {differences}"
            self._ask(Sentence("", text, {"differences": differences}), "take what the file says", AS_IN_FILE, agreed=self.as_in_file)

    def _ask(self, fact: Sentence, act: str, option: str, *, agreed: bool) -> None:
        if agreed:
            return
        if sys.stdin is None or not sys.stdin.isatty():
            raise ImportRefused("{fact}; to {act}, give {option}", fact=fact, option=option, act=act)
        print(f"damcam: {shown(str(fact))}. {act.capitalize()}? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
            raise ImportRefused("nothing was imported")


def _differences(opened: SessionOpened, control: str, regulation: str, ours: GameSetup) -> Iterator[Sentence]:
    """What the file says of the game and the settings say otherwise. A board or regulation that is not said is no difference."""
    board, our_board = opened.about.tags.board or "", ours.about.tags.board or ""
    our_regulation = ours.about.settings.regulation or ""
    lies = {True: "mirrored", False: "not mirrored"}
    for name, theirs, settings in (
        ("rules", opened.rules, ours.start.rules.name),
        ("time control", control, str(ours.control)),
        ("board", board, our_board if board else ""),
        ("regulation", regulation, our_regulation if regulation else ""),
        ("the board lies", lies[opened.mirrored], lies[ours.lies_mirrored]),
        ("crowns", opened.crowns or CROWNS[0], ours.crowns or CROWNS[0]),
    ):
        if theirs != settings and settings:
            text = "{name} {theirs} in the file, {settings} in the settings"
            yield Sentence("", text, {"name": name, "theirs": theirs, "settings": settings})


def _import_pdn(args: Namespace, games: Path, consent: AskedConsent) -> Imported:
    written = _written(args.game) if args.game else PdnGame(1)
    times_ns = None if args.white is None else (args.white, args.black)
    game = imported(written, Given(args.by, args.fen, times_ns, args.time_control), consent.setup)
    by_option = args.time_control is not None
    consent.to_pdn(game.opened, str(consent.setup.control) if by_option else game.opened.time_control, game.doubts)
    return Imported(begin_game(game.events, games), game.remarks)


def _written(path: Path) -> PdnGame:
    try:
        games = list(read_games(decoded(path.read_bytes())))
    except OSError as error:
        raise FileError("cannot be read: {why}", str(path), why=sentence_of(error)) from error
    if len(games) != 1:
        count = len(games)
        raise PdnRefused(Sentence("", "{count} game is in it, and one was expected", {"count": count}, None, _SEVERAL), str(path))
    return games[0]


_SEVERAL = "{count} games are in it, and one was expected"


def _summary(folder: Path) -> Sentence:
    """What goes on: the moves on record, players, event, board, time control and clocks."""
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        recovered = recover(journal)
    if recovered is None:
        raise ImportRefused(NoGame.NOT_BEGUN.said(), str(folder))
    state = recovered.game.state
    tags = state.opened.about.tags
    parts = [
        f"{tags.white or '?'} - {tags.black or '?'}" if tags.white or tags.black else "",
        tags.event or "",
        f"round {tags.round}" if tags.round else "",
        f"board {tags.board}" if tags.board else "",
    ]
    values: dict[str, Value] = {
        "folder": str(folder),
        "moves": Recorded.MOVES.said(count=sum(not ply.is_set_up for ply in state.plies)),
        "side": side_word(str(recovered.game.belief.position.side)),
        "game": "".join(f"{part}; " for part in (", ".join(filter(None, parts)),) if part),
        "control": str(state.clock.control),
    }
    if state.closed:
        values["result"] = str(state.result)
        return Sentence("", "{folder}: {moves}; {game}closed with the result {result}; the next game here gets the next number", values)
    text = "{folder}: {moves}, {side} to move; {game}"
    if state.clock.control.main_ns is None:
        return Sentence("", text + "no clock; it goes on when damcam run is started", values)
    white_ns, black_ns = left(state.clock, recovered.clock_t_ns)
    values |= {"white": time_text(white_ns), "black": time_text(black_ns)}
    clocks = "time control {control}; White {white}, Black {black}; it goes on when damcam run is started"
    return Sentence("", text + clocks, values)
