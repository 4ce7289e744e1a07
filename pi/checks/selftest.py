"""The command `selftest`: tries every part of a board, and says how it is and what to do about it."""

import fcntl
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from hub.boards.readiness import OVER, PLAYING, READY, REPORT_NAME, WAITING, read_report
from pi.checks.buttons import Hands, left_alone, try_buttons
from pi.checks.camera import picture_of, take_pictures
from pi.checks.checks import NAMES, Check, Level, fail
from pi.checks.machine import Machine, disk_check, power_check, time_check
from pi.checks.network import network_check
from pi.checks.picture import nothing_to_look_at, picture_checks
from pi.checks.picture_phrases import CameraSays
from pi.machine.game_folders import StateError, StateFault
from pi.reading.devices import Devices, devices_of
from pi.reading.look import look
from pi.setup import values
from pi.setup.loading import settings_here
from pi.setup.options import add_json, add_settings
from pi.setup.output import complain, print_json, wants_json
from pi.setup.picture_files import write_picture
from pi.setup.settings import Settings
from pi.setup.values import corners
from record.telling.sentences import sentence_in
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from vision.camera.source import Frame
from vision.image.only_board import only_board
from vision.watching.draw import draw_grid

SIGNS = {Level.OK: "[green]ok   [/]", Level.WARN: "[yellow]WARN [/]", Level.FAIL: "[red]FAIL [/]", Level.UNTRIED: "[dim]-    [/]"}
PHASES = {WAITING: "it waits for the start position", READY: "the start position stood", PLAYING: "a game runs", OVER: "a game has ended"}
PICTURED = ("camera", "board", "start", "focus", "light")

EPILOG = """While damcam records here nothing is touched: the command then shows what the service itself reports. To try buttons, lamps and
camera stop it first (sudo systemctl stop damcam-board). Exit status 1 when a part fails."""


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
    return tell(checks(settings, args, devices_of(settings), hands, Machine()), as_json=wants_json(args.json))


def tell(checks: Iterator[Check], *, as_json: bool) -> int:
    """Print each check as soon as it is known; the exit status."""
    console = Console(highlight=False, soft_wrap=True)
    names: dict[Level, list[str]] = {level: [] for level in Level}
    for check in checks:
        names[check.level].append(NAMES[check.name])
        if as_json:
            print_json({"name": check.name, "level": str(check.level), "seen": str(check.seen), "do": str(check.do or "")})
            continue
        console.print(SIGNS[check.level], f"{NAMES[check.name]:<16}", end="")
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
            yield from _seen(*picture_of(args.picture), settings, args.out)
        elif is_ours:
            complain("the camera is tried; it takes some seconds")
            frame, camera = take_pictures(devices)
            if frame is None:
                complain("without a camera: damcam selftest --picture FILE looks at a picture of the board")
            yield from _seen(frame, camera, settings, args.out)
        if not is_ours:
            yield from _told(state, without=(PICTURED if args.picture else ()))
            yield network_check(settings, is_served=True)
            return
        yield disk_check(state, settings.evidence.budget_mb)
        yield power_check(machine)
        yield time_check(machine)
        yield network_check(settings, is_served=False)
        yield from left_alone() if args.no_buttons else try_buttons(devices, settings.buttons, hands)


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
        why = StateFault.NOT_TOLD.said(StateFault.AS_ROOT.said(), why=Sentence.plain(str(error.strerror)))
        raise StateError(why, str(state)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(lock)


def _seen(frame: Frame | None, camera: Check, settings: Settings, out: Path | None) -> Iterator[Check]:
    """The checks of a picture; the picture is written to `out` where that is given."""
    yield camera
    if frame is None:
        yield from nothing_to_look_at()
        return
    rules = ruleset(settings.board.rules)
    start = parse_fen(settings.board.start_fen, rules) if settings.board.start_fen else Position.start(rules)
    by_hand = corners(settings.camera.corners) if settings.camera.corners else None
    seen = look(frame, rules.board_size, start.contents(), by_hand)
    yield from picture_checks(seen)
    if out:
        if seen.geometry:
            write_picture(out, draw_grid(only_board(frame.image, seen.geometry), seen.geometry))
            complain(f"what it sees of the board is in {out}")
        else:
            write_picture(out, frame.image)
            complain(f"what it sees is in {out}: the whole picture, with whoever is on it; delete it when you are done")


def _told(state: Path, without: Sequence[str]) -> Iterator[Check]:
    """The checks that the running service reports."""
    report = read_report(state / REPORT_NAME)
    if report is None:
        yield fail("camera", CameraSays.NOT_TOLD.said(folder=str(state)), CameraSays.ASK_JOURNAL.said())
        return
    complain(f"damcam runs here, and is left alone: {PHASES.get(report['phase'], report['phase'])}. This is what it tells itself.")
    complain("to try buttons, lamps and camera by hand: sudo systemctl stop damcam-board")
    for told in report["checks"]:
        if told["name"] not in without:
            yield Check(told["name"], Level(told["level"]), sentence_in(told["seen"]), sentence_in(told["do"]) if told["do"] else None)


def _summary(failed: Sequence[str], remarks: Sequence[str]) -> str:
    if failed:
        return f"not ready: {', '.join(failed)}"
    return f"ready, but look at: {', '.join(remarks)}" if remarks else "ready"
