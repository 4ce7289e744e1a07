"""The check of the link to the hub: what the program that sends the games reports of it."""

from pathlib import Path

from hub.wire.enrolment import FILE_NAME
from link.messages import UplinkReport
from link.status import Check
from pi.checks.checks import warn
from rules.errors import Phrase

NAME = "uplink"


class HubLinkSays(Phrase):
    """Of the link to the hub that the board has joined."""

    CONNECTED = "connected to the hub"
    NOT_YET = "not connected to the hub yet"
    SILENT = "the program that sends the games to the hub tells nothing: the hub gets nothing"
    LOOK_AT = "sudo systemctl status damcam-uplink; the board records without"


def reported(state: Path, report: UplinkReport | None) -> tuple[Check, ...]:
    """The check by the report, None where the program tells nothing; none where the board has joined no hub."""
    if report:
        return (report.check,)
    return (warn(NAME, HubLinkSays.SILENT.said(), HubLinkSays.LOOK_AT.said()),) if (state / FILE_NAME).exists() else ()
