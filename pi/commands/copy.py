"""The command `copy`: keeps the second copy of the record as a service of its own, beside `damcam run --no-copy`."""

import os
import sys
from argparse import ArgumentParser, Namespace

from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copying import COPYING
from pi.machine.notify import Notifier
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain

DESCRIPTION = """Keeps a second copy of every event of each game in the folder that copy_to in [record] names: on a USB stick or a mounted
share. What the folder missed is copied when it is back. damcam run keeps it too, unless --no-copy is given; apart, a write that never
returns cannot keep the recorder from being stopped. Without copy_to it ends at once."""
EPILOG = """On a Pi this is the service damcam-copy, which starts and stops with damcam-board. damcam import goes on from such a copy."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    add_settings(parser)


def run(args: Namespace) -> int:
    """Become the program that copies, until told to end; SettingsError says why that is impossible."""
    settings = settings_here(args.settings)
    if not settings.record.copy_to:
        nothing = SecondCopySays.NO_FOLDER_SET.said(SecondCopySays.SET_ONE.said())
        notifier = Notifier()
        notifier.ready()  # that there is nothing to do is no failure of the service
        notifier.status(str(nothing))
        notifier.close()
        complain(nothing)
        return 0
    sys.stdout.flush()
    words = [f"--state={settings.board.state}", f"--to={settings.record.copy_to}"]
    return os.execv(COPYING[0], [*COPYING, *words])  # a new program: what was imported here takes no memory there
