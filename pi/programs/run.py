"""The command `run`: the service that records game after game at a board, through power cuts."""

import logging
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from msgspec import structs, to_builtins

from clock.buttons import Buttons, ScriptedButtons
from clock.control import parse_control
from clock.debounce import TwoButtons
from clock.presets import age_class_of
from hub.logs import on_standard_error
from link.board_socket import BoardSocket
from link.messages import CopyReport
from pi.checks.readiness import Readiness
from pi.game.beginning import settings_at
from pi.game.board_game import GameSetup
from pi.game.damaged import confirmed_folder
from pi.game.keeping import Tell, Telling
from pi.game.live_game import play_game
from pi.game.station import PictureWork, Queued, Reports, Station, Stop
from pi.machine.alone import alone
from pi.machine.copy_process import copied
from pi.machine.game_folders import StateError, folder_of_game
from pi.machine.named_game import refuse_several
from pi.machine.notify import Notifier
from pi.machine.ownership import give
from pi.machine.pages import pages
from pi.machine.tidying import tidied, time_of_day
from pi.machine.time_of_day import noted
from pi.programs.halting import HaltingPace
from pi.programs.run_phrases import RunSays
from pi.programs.scripted_play import PlayedBy, ScriptedPlay, check_pictures
from pi.programs.session_player import recorded_game
from pi.programs.staying import stay
from pi.programs.taken_over import take_over
from pi.reading import heap
from pi.reading.devices import BoardError, Devices, devices_of, fix
from pi.reading.reading import Eyes
from pi.reading.threads import REOPEN_AFTER_S, CameraThread, LivePace, ReadingThread
from pi.setup import values
from pi.setup.loading import load_settings, settings_here, with_options
from pi.setup.options import add_crowns, add_json, add_language, add_mirrored, add_settings
from pi.setup.output import complain, print_json, wants_json
from pi.setup.output import told as sentence_told
from pi.setup.press_line import dropped_sentence, press_line, word_line
from pi.setup.settings import Settings, after_a_fault
from pi.setup.values import corners
from pi.usage.errors import UsageError
from record.events.about import About, KeptSettings, PublicTags
from record.events.of_game import Arbitrated, ContinuedOnPaper, Event, Ruled, SessionOpened
from record.events.of_record import Undone, Why
from record.session.step import State
from record.store.dropping import drop_pictures
from record.store.folder import ALIVE_NAME, FIRST_PICTURE, GAMES, JOURNAL_NAME, Folder, read_folder
from record.store.session_files import dropped_from
from rules.board.ruleset import ruleset
from rules.errors import Sentence
from vision.camera.locking import Locking
from vision.camera.ring import SETTLED_WITHIN_NS, Ring
from vision.camera.source import Camera
from vision.watching.modes import Corners
from vision.watching.watcher import Watcher

_log = logging.getLogger(__name__)
EPILOG = "A game that was cut off, also by a power cut, continues where it stood; the clock then waits for the arbiter (damcam rule)."
SWITCHES_EVERY_S = 0.0005
"""How often Python's threads take turns: a press of a button is handled within a few milliseconds while a picture is being read."""
SCRIPTED = TwoButtons(17, 27)


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("--replay", type=Path, metavar="SESSION", help="play this session folder, without camera and buttons")
    parser.add_argument("--speed", type=values.speed, metavar="N", help="times the session's speed, at most (default: 1)")
    parser.add_argument("--out", type=values.target, metavar="DIR", help="where to keep the game of --replay (default: nowhere)")
    pages = parser.add_mutually_exclusive_group()
    pages.add_argument("--no-web", action="store_true", help="serve no pages; with --replay end when the recorded game does")
    pages.add_argument("--no-stay", action="store_true", help="with --replay end when the recorded game does, and its pages too")
    add_mirrored(parser)
    add_crowns(parser)
    parser.add_argument("--no-copy", action="store_true", help="leave the second copy of [record] copy_to to damcam copy")
    add_json(parser)
    add_settings(parser)
    add_language(parser)


def set_up_process() -> None:
    """Set up the process for many threads and little memory, before it has any threads."""
    sys.setswitchinterval(SWITCHES_EVERY_S)
    heap.set_up()


def run(args: Namespace) -> int:
    """Serve the board until told to end; with --replay and --no-web or --no-stay until the recorded session is over."""
    if not args.replay and (args.speed or args.out or args.no_stay):
        raise UsageError(RunSays.WITHOUT_REPLAY.said())
    settings = (
        load_settings(args.settings)
        if args.replay
        else with_options(settings_here(args.settings), mirrored=args.mirrored, crowns=args.crowns)
    )
    set_up_process()
    told = _told(args.lang, as_json=wants_json(args.json))
    with on_standard_error(), ExitStack() as stack:
        notifier = Notifier()
        stack.callback(notifier.close)
        if args.replay:
            refuse_several(args.replay)
            folder = read_folder(args.replay)
            state = args.out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="damcam-")))
            return _replay(folder, state, settings, args, told, notifier)
        try:
            return serve(Path(settings.board.state), settings, args, told, notifier, devices_of(settings))
        except BoardError as error:
            raise BoardError(RunSays.NO_BOARD.said(RunSays.PLAY_ONE.said(), why=error.sentence), error.about) from error


def serve(state: Path, settings: Settings, args: Namespace, told: Tell, notifier: Notifier, devices: Devices) -> int:
    """Record game after game with these devices, until SIGTERM or SIGINT. Must be called in the main thread."""
    queue: SimpleQueue[Queued] = SimpleQueue()
    with ExitStack() as stack:
        stack.enter_context(alone(state))
        buttons, camera = devices.buttons(queue.put), Locking(devices.camera)
        stack.callback(buttons.close)
        station = _station(queue, buttons, devices.pace, notifier, camera, stack)
        pictures = replace(station.pictures, fix=lambda asker: fix(camera, queue.put, asker))
        station = replace(station, pictures=pictures)
        spoken = _listening(queue, state, stack)
        station = _watched(station, spoken, state, settings, stack)
        copy_report = partial(spoken.report, CopyReport)
        watch = stack.enter_context(copied(state, settings.record.copy_to, copy_report, wanted=not args.no_copy))
        station = replace(station, reports=replace(station.reports, copy=watch))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: queue.put(Stop()))  # a SimpleQueue may be put into while it is being read
        stack.enter_context(tidied(state / GAMES, settings.evidence))
        closed = True
        while closed:
            if given := station.given.take():
                take_over(station, given, state, new_game(settings))
            folder = _folder(station, state / GAMES, settings, args)
            following = NextGame(lambda: new_game(settings), devices.eyes)
            closed = folder is not None and _one_game(station, folder, settings, args, told, following)
        notifier.stopping()
    return 0


def _replay(folder: Folder, state: Path, settings: Settings, args: Namespace, told: Tell, notifier: Notifier) -> int:
    if not (folder.path / FIRST_PICTURE).exists():
        dropped = dropped_from(folder.about.others)
        raise BoardError(dropped_sentence(dropped) if dropped else RunSays.NO_FIRST.said(), str(folder.path / FIRST_PICTURE))
    check_pictures(folder)
    queue: SimpleQueue[Queued] = SimpleQueue()
    with ExitStack() as stack:
        stack.enter_context(alone(state, "--out"))
        if (folder_of_game(state / GAMES) / JOURNAL_NAME).exists():
            raise BoardError(RunSays.CUT_OFF.said(RunSays.ANOTHER_FOLDER.said()), str(state))
        speed = args.speed or 1.0
        pace = HaltingPace(speed)
        buttons = ScriptedButtons(SCRIPTED, queue.put)
        play = ScriptedPlay(folder, buttons, pace, queue.put, sentence_told(PlayedBy.SESSION.said(), args.lang))
        station = _station(queue, buttons, pace, notifier, lambda: play.camera, stack)
        station = _watched(station, _listening(queue, state, stack), state, settings, stack)
        pictures = station.pictures
        heard = replace(pictures, work=lambda job: pictures.work(lambda: play.heard(job())))
        station = replace(station, pictures=heard)

        def tell(event: Event, state: State) -> None:
            told(event, state)
            play.tell(event)

        kept = KeptSettings(clock_rate=f"{speed:g}", delay=settings.web.delay or None)
        following = NextGame(lambda: recorded_game(folder, settings.game, kept, mirrored=args.mirrored, crowns=args.crowns), Watcher)
        closed = _one_game(station, folder_of_game(state / GAMES), settings, args, tell, following)
    if not closed:
        raise BoardError(RunSays.NOT_FOUND.said(why=play.missed or Sentence.plain("")), str(folder.path))
    return 0


@dataclass(frozen=True, slots=True)
class NextGame:
    """Makes the setup of a new game, and the eyes for the pictures of any game (see `Devices.eyes`)."""

    setup: Callable[[], GameSetup]
    eyes: Callable[[int, Corners | None], Eyes]


def _folder(station: Station, games: Path, settings: Settings, args: Namespace) -> Path | None:
    """The folder of the game to record, once it is certain which; None when the service was told to end before."""
    try:
        copies = Path(settings.record.copy_to) if settings.record.copy_to else None
        return confirmed_folder(station, games, lambda game: pages(game, settings, wanted=not args.no_web), copies)
    except StateError as error:
        station.reports.notifier.status(str(error))
        raise


def _one_game(station: Station, folder: Path, settings: Settings, args: Namespace, tell: Tell, following: NextGame) -> bool:
    """Record one game. False when the service was told to end before the game was closed."""
    size = ruleset(settings.board.rules).board_size if not args.replay else following.setup().start.rules.board_size
    budget_bytes = settings.evidence.budget_mb * 1_000_000
    hinted = settings.camera.corners and not args.replay  # a recorded session has pictures of another camera
    eyes = following.eyes(size, corners(settings.camera.corners) if hinted else None)
    with pages(folder, settings, wanted=not args.no_web) as server:
        closed = play_game(station, folder, following.setup, eyes, Telling(tell, args.lang), budget_bytes)
        if closed and args.replay and not (args.no_web or args.no_stay):
            stay(station.reports, lambda: complain(RunSays.STAYS.said(url=server.url)))
    if closed and not station.given.is_complete and settings.evidence.keep == "alerts" and not args.replay:
        with suppress(OSError):
            drop_pictures(folder, Why.CLOSED, time_of_day())
    return closed


def _station(
    queue: "SimpleQueue[Queued]",
    buttons: Buttons,
    pace: LivePace,
    notifier: Notifier,
    camera: Callable[[], Camera],
    stack: ExitStack,
) -> Station:
    ring = Ring(wait_s=pace.patience_s(SETTLED_WITHIN_NS / 1e9 + 1.0))
    reading, pictures = ReadingThread(queue.put), CameraThread(camera, ring, queue.put, REOPEN_AFTER_S / pace.speed)
    stack.callback(reading.close)
    stack.callback(pictures.close)
    work = PictureWork(ring, reading, lives=lambda: reading.lives and pictures.lives)
    return Station(queue, buttons, pace, work, Reports(notifier, _log.warning))


def _listening(queue: "SimpleQueue[Queued]", state: Path, stack: ExitStack) -> BoardSocket:
    """The socket of the board, which brings commands to the queue."""
    spoken = BoardSocket(state, put_command=queue.put)
    stack.callback(spoken.close)
    spoken.start()
    return spoken


def _watched(station: Station, spoken: BoardSocket, state: Path, settings: Settings, stack: ExitStack) -> Station:
    """The same station with its status, which is told through the socket, and signs of life."""
    ring, notifier, now_ns = station.pictures.ring, station.reports.notifier, station.pace.now_ns
    readiness = Readiness(state, ring, settings, spoken.put, now_ns, time.monotonic_ns, socket=spoken, line=lambda: notifier.line)
    stack.callback(readiness.close)
    readiness.start()
    alive = state / ALIVE_NAME
    with suppress(OSError):
        alive.touch()
        give(alive, state)
    return replace(station, reports=replace(station.reports, readiness=readiness, alive=alive, tell_row=spoken.put_row))


def new_game(settings: Settings) -> GameSetup:
    """Return the setup of a new game by the settings. Its date is told once it begins (`pi.game.beginning`)."""
    kept = KeptSettings(
        regulation=settings.game.regulation,
        age_class=age_class_of(settings.game.time_control) or None,
        after_a_fault=after_a_fault(settings.game.regulation),
        delay=settings.web.delay or None,  # a hub over this board's folder holds back as much
    )
    about = About(PublicTags(**settings.game.about), kept).then(About(settings=settings_at(noted())))
    return GameSetup(settings.board.start, parse_control(settings.game.time_control), about, settings.board.mirrored)


def _told(lang: str, *, as_json: bool) -> Tell:
    """Return a listener that prints every event as a JSON object, or the rulings for people."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)

    def tell(event: Event, state: State) -> None:
        if isinstance(event, Ruled):
            event = structs.replace(event, alerts=state.told(event.alerts))
        if as_json:
            print_json({"event": type(event).__name__} | {key: value for key, value in to_builtins(event).items() if key != "log_p"})
            return
        if isinstance(event, SessionOpened):
            console.print(str(RunSays.BEGAN.said(rules=event.rules)), markup=False)
        elif isinstance(event, Ruled):
            console.print(press_line(event, lang))
        elif isinstance(event, Arbitrated | ContinuedOnPaper | Undone):
            console.print(word_line(event))
        else:
            for alert in getattr(event, "alerts", ()):
                console.print(f"      {alert.text}", markup=False)

    return tell
