"""The task `event log`: every change, with who, when and why."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pi.commands.events.opening import add_event, opened_any
from pi.setup.output import print_json, print_table, wants_json
from rules.errors import Phrase
from tournament.events.changes import ChangeRow
from tournament.events.log_rows import row_said
from tournament.events.state import taken_back


class LogHeads(Phrase):
    """The headings of the log."""

    NUMBER = "Number"
    TIME = "Time"
    WHO = "Who"
    WHAT = "What"
    REASON = "Reason"
    UNDONE = "[{what}] taken back by change {number}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = "Shows every change with its time, who made it and why; those that were taken back too."
    add_event(parser)


def run(args: Namespace) -> int:
    """Show the changes."""
    rows = opened_any(args).rows
    undone, told_rows = taken_back(rows), [_log_row(row, rows) for row in rows]
    if wants_json(args.json):
        for row in told_rows:
            print_json({**row, "undone": row["row"] in undone})
        return 0
    says = LogHeads
    heads = [str(one.said()) for one in (says.NUMBER, says.TIME, says.WHO, says.WHAT, says.REASON)]
    for row in told_rows:
        if by := undone.get(row["row"]):
            row["what"] = str(says.UNDONE.said(what=row["what"], number=by))
    print_table(heads, [(row["row"], row["at"], row["by"], row["what"], row["reason"]) for row in told_rows])
    return 0


def _log_row(row: ChangeRow, rows: Sequence[ChangeRow]) -> dict[str, Any]:
    at = datetime.fromtimestamp(row.t_ns // 10**9).astimezone().isoformat(timespec="seconds")
    what = str(row_said(rows, row))
    return {"row": row.number, "at": at, "by": row.who.by, "kind": type(row.change).__name__, "what": what, "reason": row.who.why or None}
