"""The command `selftest`: tries every part of a board, and says how it is and what to do about it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from link.board_socket import read_status
from link.status import OVER, PLAYING, READY, WAITING, Check, Level
from pi.checks import second_copy
from pi.checks.buttons import Hands, left_alone, try_buttons
from pi.checks.camera import CameraSays, picture_of, take_pictures
from pi.checks.checks import NAMES, fail
from pi.checks.disk import disk_check
from pi.checks.machine import Machine, power_check, time_check
from pi.checks.network import BEFORE, network_check
from pi.checks.picture import nothing_to_look_at, picture_checks
from pi.machine.addresses import urls
from pi.machine.game_folders import StateError, StateFault
from pi.reading.devices import Devices, devices_of
from pi.reading.look import look
from pi.setup import values
from pi.setup.faults import LOOPBACK
from pi.setup.loading import settings_here
from pi.setup.options import add_json, add_settings
from pi.setup.output import complain, print_json, wants_json
from pi.setup.picture_files import write_picture
from pi.setup.qr_code import show_code
from pi.setup.settings import Settings
from pi.setup.values import corners
from record.files import try_lock
from rules.errors import Phrase, Sentence, in_context, sentence_of, where_denied
from vision.camera.source import Frame
from vision.image.only_board import only_board
from vision.watching.draw import draw_grid

PICTURED = ("camera", "board", "start", "focus", "light")

EPILOG = """While damcam records here nothing is touched: the command then shows what the service itself reports. To try buttons, lamps and
camera stop it first (sudo systemctl stop damcam-board). Exit status 1 when a part fails."""


class SelftestSays(Phrase):
    """What is tried, and what came of it."""

    CAMERA_TRIED = "the camera is tried; it takes some seconds"
    WITHOUT_CAMERA = "without a camera: damcam selftest --picture FILE looks at a picture of the board"
    SEEN_IN = "what it sees of the board is in {path}"
    WHOLE_IN = "what it sees is in {path}: the whole picture, with whoever is on it; delete it when you are done"
    RUNS_HERE = "damcam runs here, and is left alone: {phase}. This is what it tells itself."
    BY_HAND = "to try buttons, lamps and camera by hand: sudo systemctl stop damcam-board"
    WAITS = "it waits for the start position"
    STOOD = "the start position stood"
    GAME_RUNS = "a game is being recorded"
    GAME_ENDED = "a game has ended"
    NOT_READY = "not ready: {parts}"
    LOOK_AT = "ready, but look at: {parts}"
    WORD_OK = "ok"
    WORD_WARN = "WARN"
    WORD_FAIL = "FAIL"


SIGNS = {
    Level.OK: ("green", SelftestSays.WORD_OK.said()),
    Level.WARN: ("yellow", SelftestSays.WORD_WARN.said()),
    Level.FAIL: ("red", SelftestSays.WORD_FAIL.said()),
    Level.UNTRIED: ("dim", Sentence.plain("-")),
}
PHASES = {
    WAITING: SelftestSays.WAITS,
    READY: SelftestSays.STOOD,
    PLAYING: SelftestSays.GAME_RUNS,
    OVER: SelftestSays.GAME_ENDED,
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("--no-buttons", action="store_true", help="leave buttons, lamps and buzzer alone")
    parser.add_argument("--seconds", type=values.positive, default=20, metavar="N", help="how long to wait for a press (default: 20)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="use this picture, or the first of a folder, instead of the camera's")
    parser.add_argument("--out", type=values.target, metavar="SEEN.jpg", help="write what is seen, with the board drawn on it")
    add_json(parser, "JSON lines, also on a terminal; nobody is asked to press")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Try each part and print how it is; status 1 when one fails."""
    settings = settings_here(args.settings)
    is_asked = sys.stdin.isatty() and sys.stdout.isatty() and not args.json
    hands = Hands(args.seconds) if is_asked else None
    as_json = wants_json(args.json)
    status = show(checks(settings, args, devices_of(settings), hands, Machine()), as_json=as_json)
    web = settings.web
    if not as_json and web.board_host not in LOOPBACK and (addresses := urls(web.board_host, web.port, BEFORE)):
        show_code(addresses[0])
    return status


def show(checks: Iterator[Check], *, as_json: bool) -> int:
    """Print each check as soon as it is known; the exit status."""
    console = Console(highlight=False, soft_wrap=True)
    names: dict[Level, list[Sentence]] = {level: [] for level in Level}
    for check in checks:
        names[check.level].append(NAMES[check.name])
        if as_json:
            do = str(check.do) if check.do else ""
            print_json({"name": check.name, "level": str(check.level), "seen": str(check.seen), "do": do})
            continue
        console.print(_sign(check.level), f"{NAMES[check.name]!s:<16}", end="")
        console.print(str(check.seen), markup=False)
        if check.do:
            console.print(" " * 23 + str(check.do), markup=False)
    complain(_summary(names[Level.FAIL], names[Level.WARN]))
    return 1 if names[Level.FAIL] else 0


def checks(settings: Settings, args: Namespace, devices: Devices, hands: Hands | None, machine: Machine) -> Iterator[Check]:
    """Yield each part's check as soon as it is made. Without `hands` nobody is asked to press anything."""
    state = Path(settings.board.state)
    with held(state) as is_ours:
        if args.picture:
            yield from _seen(*picture_of(args.picture), settings, args)
        elif is_ours:
            complain(SelftestSays.CAMERA_TRIED.said())
            frame, camera = take_pictures(devices, settings.camera.kind)
            if frame is None:
                complain(SelftestSays.WITHOUT_CAMERA.said())
            yield from _seen(frame, camera, settings, args)
        if not is_ours:
            yield from _told(state, without=PICTURED if args.picture else ())
            yield network_check(settings, is_served=True)
            return
        yield disk_check(state, settings.evidence.budget_mb)
        yield from second_copy.tried(settings)
        yield power_check(machine)
        yield time_check(machine)
        yield network_check(settings, is_served=False)
        yield from left_alone() if args.no_buttons else try_buttons(devices, settings.buttons, hands)


def _sign(level: Level) -> str:
    """The word for the level, five characters wide, with rich's markup."""
    style, word = SIGNS[level]
    return f"[{style}]{word!s:<5}[/]"


@contextmanager
def held(state: Path) -> Iterator[bool]:
    """Whether no service records in that folder; none can begin while the context lasts.

    No file is made there, because it would belong to another user.
    """
    try:
        lock = os.open(state / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:  # no service ever ran here
        yield True
        return
    except OSError as error:
        why = StateFault.NOT_TOLD.said(where_denied(error, StateFault.AS_ROOT.said()), why=sentence_of(error))
        raise StateError(why, str(state)) from error
    try:
        yield try_lock(lock)
    finally:
        os.close(lock)


def _seen(frame: Frame | None, camera: Check, settings: Settings, args: Namespace) -> Iterator[Check]:
    """The checks of a picture; the picture is written to the file of --out, if that is given."""
    yield camera
    if frame is None:
        yield from nothing_to_look_at()
        return
    start = settings.board.start
    by_hand = corners(settings.camera.corners) if settings.camera.corners else None
    seen = look(frame, start.rules.board_size, start.visible_contents(), by_hand, mirrored=settings.board.mirrored)
    yield from picture_checks(seen)
    if args.out:
        picture = draw_grid(only_board(frame.image, seen.geometry), seen.geometry) if seen.geometry else frame.image
        write_picture(args.out, picture)
        complain((SelftestSays.SEEN_IN if seen.geometry else SelftestSays.WHOLE_IN).said(path=str(args.out)))


def _told(state: Path, without: Sequence[str]) -> Iterator[Check]:
    """The checks that the running service tells."""
    status = read_status(state)
    if status is None:
        yield fail("camera", CameraSays.NOT_TOLD.said(folder=str(state)), CameraSays.ASK_JOURNAL.said())
        return
    complain(SelftestSays.RUNS_HERE.said(phase=PHASES[status.phase].said()))
    if status.line:
        complain(Sentence.plain(status.line))
    complain(SelftestSays.BY_HAND.said())
    yield from (check for check in status.checks if check.name not in without)


def _summary(failed: Sequence[Sentence], remarks: Sequence[Sentence]) -> Sentence:
    if failed:
        return SelftestSays.NOT_READY.said(parts=tuple(failed))
    return SelftestSays.LOOK_AT.said(parts=tuple(remarks)) if remarks else Sentence("SelftestSays.ready", in_context("selftest", "ready"))
