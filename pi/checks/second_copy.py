"""The check of the second copy, off the card: what the program that keeps it reports, or what comes of trying its folder."""

import subprocess

from link.messages import CopyReport
from link.status import Check, CopyState, Level
from pi.checks.checks import ok, untried, warn
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copy_process import abandon
from pi.machine.copying import COPYING, HANGS_AFTER_S
from pi.setup.settings import Settings
from record.store.json_text import JsonError, json_in
from record.telling.sentences import sentence_in

NAME = "copy"
TRIED_WITHIN_S = HANGS_AFTER_S + 5.0
"""The seconds for starting a Python on a slow card and one write."""


def reported(settings: Settings, report: CopyReport | None, *, may_start: bool) -> tuple[Check, ...]:
    """The check by the report of the program that keeps the copy, None where it tells nothing; none where no second copy is wanted.

    `may_start` is whether that program may not have started yet.
    """
    folder = settings.record.copy_to
    if not folder:
        return ()
    if report is None and may_start:
        return (untried(NAME, SecondCopySays.STARTS.said(folder=folder)),)
    if report is None:
        return (warn(NAME, SecondCopySays.SILENT.said(), SecondCopySays.LOOK_AT.said()),)
    if report.state is CopyState.STARTS:
        return (untried(NAME, report.seen),)
    is_well = report.state is CopyState.COMPLETE and report.do is None
    return (Check(NAME, Level.OK if is_well else Level.WARN, report.seen, report.do),)


def tried(settings: Settings) -> tuple[Check, ...]:
    """The check by trying the folder, in a process that nobody waits for longer than TRIED_WITHIN_S; none where no copy is wanted."""
    folder = settings.record.copy_to
    if not folder:
        return ()
    process = subprocess.Popen([*COPYING, "--try", f"--state={settings.board.state}", f"--to={folder}"], stdout=subprocess.PIPE)
    try:
        told, _ = process.communicate(timeout=TRIED_WITHIN_S)
        found = json_in(told)
        seen = sentence_in(found["seen"])
        do = sentence_in(found["do"]) if found["do"] else None
        return (ok(NAME, seen) if found["well"] else warn(NAME, seen, do),)
    except subprocess.TimeoutExpired:
        abandon(process)
        seen = SecondCopySays.HANGS.said(folder=folder, seconds=round(TRIED_WITHIN_S))
        return (warn(NAME, seen, SecondCopySays.REPLACE_IT.said()),)
    except JsonError:  # it has said why
        return (warn(NAME, SecondCopySays.SILENT.said(), SecondCopySays.LOOK_AT.said()),)
    finally:
        assert process.stdout
        process.stdout.close()
