"""The command `pages`: the web server of this machine's board as a service of its own, beside `damcam run --no-web`."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.logs import on_standard_error
from pi.commands.hub import desk_words
from pi.machine.reach import log_reach, reach_of_board
from pi.machine.web_server import PAGES, PortFault, ServerError, is_free
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.settings import Settings

DESCRIPTION = """Serves the pages of this machine's board: each game as it begins, the arbiter's desk and the tablet. damcam run serves them
too, unless --no-web is given; apart, a service manager can limit their memory, and nothing that happens to them touches the recording."""
EPILOG = """On a Pi this is the service damcam-pages, which starts and stops with damcam-board. Its log says where others
can open the pages."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    add_settings(parser)


def run(args: Namespace) -> int:
    """Become the web server until told to end; ServerError or SettingsError says why that is impossible."""
    settings = settings_here(args.settings)
    words = server_words(settings)
    with on_standard_error():
        log_reach(reach_of_board(settings))
    sys.stdout.flush()
    os.execv(PAGES[0], [*PAGES, *words])  # a new program: what was imported here takes no memory there


def server_words(settings: Settings) -> list[str]:
    """The arguments of `python -m damcam.pages`."""
    web, state = settings.web, Path(settings.board.state)
    if not is_free(web.board_host, web.port):
        raise ServerError(PortFault.IN_USE.said(PortFault.ANOTHER_PORT.said(), port=web.port, host=web.board_host))
    words = ["--outlive", "--lone", f"--state={state}", "--host", web.board_host, f"--port={web.port}"]
    words += [f"--proxies={web.trusted_proxies}", *desk_words(state)]
    return [*words, *(["--pictures"] if web.shows_pictures else []), *([f"--delay={web.delay}"] if web.delay else [])]
