"""The command `demo`: plays a shipped session through the whole pipeline, with the viewer open in a browser."""

import sys
import time
import webbrowser
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pi.game.keeping import Telling
from pi.machine.named_game import refuse_several
from pi.machine.web_server import ShownPages, WebServer
from pi.programs.scripted_play import check_pictures
from pi.programs.session_player import play_session, prepare, recorded_game
from pi.setup import values
from pi.setup.loading import load_settings
from pi.setup.options import add_crowns, add_language, add_mirrored, add_settings
from pi.setup.output import complain, error_console
from pi.setup.press_line import press_line, word_line
from pi.setup.settings import GameSettings, Settings
from pi.usage.errors import UsageError
from record.events.about import KeptSettings
from record.events.of_game import Arbitrated, BoardFound, ContinuedOnPaper, Event, Ruled
from record.events.of_record import Undone
from record.session.step import State
from record.store.folder import JOURNAL_NAME, PDN_NAME, Folder, read_folder
from rules.errors import Phrase, Value

# In a wheel the session lies beside this file, in a clone among the tests' data.
_HERE = Path(__file__).resolve().parents[1]
SHIPPED = (_HERE / "demo_session", _HERE.parent / "tests" / "data" / "sessions" / "first_light")
FIRST_PRESS_AFTER_S = 1.0
LAST_WORD_S = 0.5
"""How long the pages have to fetch the last move before their server ends."""


MAX_BOARDS = 8
EPILOG = """With --hall each board runs its real service, with a simulated camera, simulated players, its own pages and its uplink; the hub
runs Mosquitto, the mirror and its pages, with an event and its first round. What is killed is started again, as on a Pi. With the same
--out the hall goes on where it stood. Nothing is left running, however the command ends. --port is that of the hub (default: 8080)."""


class DemoSays(Phrase):
    """What is played, and where it can be followed."""

    BUSY = "port {asked} is busy; serving on {port} instead"
    PLAYING = (
        "playing {name} ({count} press) at {speed} times its speed; follow it at {url}",
        "playing {name} ({count} presses) at {speed} times its speed; follow it at {url}",
    )
    NO_BROWSER = "no browser could be opened here; open {url} in one"
    RECORD = "the record is in {path}, the journal and the pictures beside it"
    STAYS = "the page stays at {url}; Ctrl-C ends it"
    READING = "reading"
    NOT_WITH_HALL = "--hall goes on until Ctrl-C, and its boards lie as usual: --mirrored, --crowns and --no-stay do not go with it"
    FOUND = "board found in {picture}, corners at {corners}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "--hall",
        type=int,
        nargs="?",
        const=4,
        choices=range(1, MAX_BOARDS + 1),
        metavar="N",
        help=f"rehearse an evening: a hub and N boards on this machine, 1 to {MAX_BOARDS} (default: 4), until Ctrl-C",
    )
    parser.add_argument("--session", type=Path, metavar="SESSION", help="another session folder than the shipped one")
    parser.add_argument("--out", type=values.target, metavar="DIR", help="where game.pdn goes (default: a new folder in demo/)")
    parser.add_argument("--speed", type=values.speed, default=8.0, metavar="N", help="times the speed of the recording (default: 8)")
    parser.add_argument("--port", type=values.port, metavar="N", help="the page's port (default: 8000); the next free one when busy")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    add_mirrored(parser)
    add_crowns(parser)
    stay = parser.add_mutually_exclusive_group()
    stay.add_argument("--stay", action="store_true", help="keep the page up at the end until Ctrl-C (the default on a terminal)")
    stay.add_argument("--no-stay", action="store_true", help="end when the game does")
    add_settings(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Play the session, print each press, and leave game.pdn; on a terminal the page stays up until Ctrl-C."""
    settings = load_settings(args.settings)
    if args.session:
        refuse_several(args.session)
    folder = read_folder(Path(args.session) if args.session else next(path for path in SHIPPED if path.exists()))
    out = Path(args.out) if args.out else Path("demo") / datetime.now().strftime("%Y-%m-%d-%H%M%S")
    if args.hall:
        return _rehearse(folder, out, args, settings)
    port = settings.web.port if args.port is None else args.port
    prepare(out)
    shown = ShownPages(out / JOURNAL_NAME, settings.web.shows_pictures, settings.web.delay)
    with WebServer(settings.web.board_host, port, shown) as server:
        if server.port != server.asked:
            complain(DemoSays.BUSY.said(asked=server.asked, port=server.port))
        values: dict[str, Value] = {"name": folder.path.name, "count": len(folder.presses), "url": server.url}
        complain(DemoSays.PLAYING.said(**values, speed=f"{args.speed:g}"))
        if not args.no_browser and not webbrowser.open(server.url):
            complain(DemoSays.NO_BROWSER.said(url=server.url))
        _play(folder, out, args, settings.game)
        complain(DemoSays.RECORD.said(path=str(out / PDN_NAME)))
        if args.stay or (sys.stdin.isatty() and not args.no_stay):
            complain(DemoSays.STAYS.said(url=server.url))
            _wait_for_interrupt()
        time.sleep(LAST_WORD_S)
    return 0


def _rehearse(folder: Folder, out: Path, args: Namespace, settings: Settings) -> int:
    """Keep a hall up until Ctrl-C; its first board plays the session."""
    from pi.programs.rehearsal.command import rehearse
    from pi.programs.rehearsal.hall import Play

    if args.mirrored or args.crowns or args.no_stay:
        raise UsageError(DemoSays.NOT_WITH_HALL.said())
    check_pictures(folder)
    return rehearse(args, out, settings, Play(folder.path, args.speed))


def _play(folder: Folder, out: Path, args: Namespace, defaults: GameSettings) -> None:
    columns = (TextColumn(str(DemoSays.READING.said())), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=error_console(), transient=True) as progress:
        bar = progress.add_task("", total=len(folder.presses))

        def tell(event: Event, state: State) -> None:
            if isinstance(event, BoardFound):
                corners = ", ".join(f"({x:.0f}, {y:.0f})" for x, y in event.corners_px)
                found = str(DemoSays.FOUND.said(picture=event.picture, corners=corners))
                progress.console.print(f"damcam: {found}", markup=False)
            if isinstance(event, Ruled):
                progress.console.print(press_line(replace(event, alerts=state.told(event.alerts)), args.lang))
                progress.update(bar, completed=len(state.rulings))
            if isinstance(event, Arbitrated | ContinuedOnPaper | Undone):
                progress.console.print(word_line(event))

        setup = recorded_game(folder, defaults, KeptSettings(clock_rate=f"{args.speed:g}"), mirrored=args.mirrored, crowns=args.crowns)
        play_session(folder, out, setup, Telling(tell, args.lang), _pace(folder, args.speed))


def _pace(folder: Folder, speed: float) -> Callable[[int], None]:
    """A wait that keeps the session's times, `speed` times as fast, and does not wait long for the first press."""
    first_t_ns = folder.presses[0].t_ns if folder.presses else 0
    began: list[float] = []

    def wait_until(t_ns: int) -> None:
        if not began:
            began.append(time.monotonic() + FIRST_PRESS_AFTER_S)
        due = began[0] + (t_ns - first_t_ns) / 1e9 / speed
        time.sleep(max(0.0, due - time.monotonic()))

    return wait_until


def _wait_for_interrupt() -> None:
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        return
