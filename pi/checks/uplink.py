"""The check of the link to the hub: what the program that sends the games reports of it."""

from pathlib import Path

from link.enrolment import FILE_NAME
from link.messages import UplinkReport
from link.status import Check
from pi.checks.checks import untried, warn
from rules.errors import Phrase

NAME = "uplink"


class HubLinkSays(Phrase):
    """Of the link to the hub that the board has joined."""

    CONNECTED = "connected to the hub"
    NOT_YET = "not connected to the hub yet"
    SILENT = "the program that sends the games to the hub tells nothing: the hub gets nothing"
    LOOK_AT = "sudo systemctl status damcam-uplink; the board records without"


def reported(state: Path, report: UplinkReport | None, *, may_start: bool) -> tuple[Check, ...]:
    """The check by the report, None where the program tells nothing; none where the board has joined no hub.

    `may_start` is whether that program may not have started yet.
    """
    if report:
        return (report.check,)
    if not (state / FILE_NAME).exists():
        return ()
    if may_start:
        return (untried(NAME, HubLinkSays.NOT_YET.said()),)
    return (warn(NAME, HubLinkSays.SILENT.said(), HubLinkSays.LOOK_AT.said()),)
