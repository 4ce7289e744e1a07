"""`damcam demo --hall`: sets a hall up, shows where everything is, and keeps it up until told to end."""

import os
import select
import webbrowser
from argparse import Namespace
from pathlib import Path
from threading import Event

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hub.broker.serving import MOSQUITTO, program
from pi.machine.alone import alone
from pi.machine.services import LOOK_S, told_to_end
from pi.programs.rehearsal.hall import Play, RehearsedHall
from pi.reading.threads import LivePace
from pi.setup.output import complain, error_console
from pi.setup.settings import Settings
from rules.errors import Phrase

STDIN, MAX_READ = 0, 4096
STEPS = 3
"""The steps of a board to its first move: it has joined, has its names, and its clock runs."""


class RehearsalSays(Phrase):
    """What happens in the hall, and where."""

    SETTING_UP = "setting up a hub and {count} board in {path}", "setting up a hub and {count} boards in {path}"
    STARTING = "starting"
    SIGN_IN = "arbiters sign in as {name} with the password {password}"
    FIRST_BOARD = "board 1 plays a recorded session with two faults, which its players put right themselves; at its end White resigns"
    MISSED = "at board 2 a compulsory capture is missed early: the players wait for a ruling at the desk"
    DRAWS = "the other games end in draws, which wait for the arbiter at the desk"
    NEXT = "the event's page pairs the next round and gives it its boards, as in a hall"
    TO_KILL = "any of these processes may be killed, and is started again: {processes}"
    TO_STOP = "to keep one away, type stop NAME, and then start NAME; stop uplink-2 cuts the network of board 2"
    CLOCK_WAITS = "after its service the clock of a board waits for the arbiter: start it at the desk"
    NO_BROWSER = "no browser could be opened here; open {url} in one"
    GOES_ON = "the hall goes on until Ctrl-C"
    ENDING = "ending the hall"
    KEPT = "the games and logs are in {path}; with --out {path} the hall goes on where it stood"


def rehearse(args: Namespace, folder: Path, settings: Settings, play: Play) -> int:
    """Keep a hall of `args.hall` boards up in that folder until SIGINT, SIGTERM or SIGHUP; DamcamError where it cannot be set up."""
    program(MOSQUITTO)  # before a folder is made
    with alone(folder, "--out"), told_to_end() as ended:
        complain(RehearsalSays.SETTING_UP.said(count=args.hall, path=str(folder)))
        hall = RehearsedHall(folder, args.hall, settings, play, settings.hub.port if args.port is None else args.port)
        hall.set_up()
        try:
            hall.start()
            pace = LivePace()
            _begin(hall, pace, ended)
            if not ended.is_set():
                _show(hall, args)
            orders = Orders()
            while not ended.is_set():
                for said in filter(None, map(hall.order, orders.wait(LOOK_S))):
                    complain(said)
                for said in hall.look(pace.now_ns()):
                    complain(said)
        finally:
            complain(RehearsalSays.ENDING.said())
            hall.end()
            complain(RehearsalSays.KEPT.said(path=str(folder)))
    return 0


class Orders:
    """The lines that are typed on standard input while this process is in the foreground."""

    def __init__(self) -> None:
        self._begun: bytes | None = b""
        """The beginning of a line; None after the end of the input."""

    def wait(self, seconds: float) -> list[str]:
        """The lines that come within that time."""
        poll = select.poll()
        if self._begun is not None and self._is_ours():
            poll.register(STDIN, select.POLLIN)
        if not poll.poll(1000 * seconds) or self._begun is None:
            return []
        came = os.read(STDIN, MAX_READ)
        *lines, begun = (self._begun + came).split(b"\n")
        self._begun = begun if came else None
        return [line.decode(errors="replace") for line in lines]

    def _is_ours(self) -> bool:
        """Whether it may be read: a terminal is not while another program is in its foreground."""
        try:
            return not os.isatty(STDIN) or os.tcgetpgrp(STDIN) == os.getpgrp()
        except OSError:
            return False


def _begin(hall: RehearsedHall, pace: LivePace, ended: Event) -> None:
    """Wait until the games of all boards have begun; what happens is told."""
    columns = (TextColumn(str(RehearsalSays.STARTING.said())), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=error_console(), transient=True) as progress:
        bar = progress.add_task("", total=STEPS * len(hall.keys))
        while not hall.plays and not ended.wait(LOOK_S):
            for said in hall.look(pace.now_ns()):
                progress.console.print(f"damcam: {said}", markup=False)
            progress.update(bar, completed=hall.steps)


def _show(hall: RehearsedHall, args: Namespace) -> None:
    """Print what is where, and what happens."""
    told = hall.addresses()
    for name, address in told["pages"].items():
        print(f"{name:10}{address}")
    for key, board in told["boards"].items():
        print(f"board {key:4}{board['page']}  its own page {board['own']}")
        print(f"{'':10}tablet {board['tablet']}")
    print(flush=True)
    says = RehearsalSays
    complain(says.SIGN_IN.said(**told["sign_in"]))
    complain(says.FIRST_BOARD.said())
    if len(hall.keys) > 1:
        complain(says.MISSED.said())
    if len(hall.keys) > 2:
        complain(says.DRAWS.said())
    complain(says.NEXT.said())
    complain(says.TO_KILL.said(says.CLOCK_WAITS.said(), processes=tuple(f"{name} {pid}" for name, pid in told["processes"].items())))
    complain(says.TO_STOP.said())
    if not args.no_browser and not webbrowser.open(told["pages"]["hub"]):
        complain(says.NO_BROWSER.said(url=told["pages"]["hub"]))
    complain(says.GOES_ON.said())
