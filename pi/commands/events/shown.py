"""The tasks that show an event: `log`, `standings`, `crosstable`, `sheets` and `export`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from hub.events.changes import ChangeRow
from hub.events.crosstable import crosstables, lines_of
from hub.events.csv_files import csv_files
from hub.events.event_pdn import pdn_files
from hub.events.faults import TournamentError
from hub.events.sheets import sheet, sheet_html
from hub.events.standing import PlaceSays, all_standings, notes_of, notes_of_groups, reason_of
from hub.events.state import EventState, standing_rows
from hub.events.telling import change_said
from hub.events.trf import trf_files
from pi.commands.events.opening import Task, add_event, opened
from pi.setup import values
from pi.setup.output import complain, print_json, print_table, told, wants_json
from record.store.files import write_atomically
from rules.errors import Phrase, sentence_of


class ShownSays(Phrase):
    """Headings, and what was written."""

    NUMBER = "Number"
    TIME = "Time"
    WHO = "Who"
    WHAT = "What"
    REASON = "Reason"
    UNDONE = "taken back"
    GROUP = "Group"
    OF_GROUP = "Group {name}"
    PLACE = "Place"
    NAME = "Name"
    POINTS = "Points"
    SB = "SB"
    BOARD_POINTS = "Board points"
    RESISTANCE = "Resistance"
    WHY = "Why"
    BOARD = "Board"
    WHITE = "White"
    BLACK = "Black"
    RESULT = "Result"
    FREE = "free"
    WRITTEN = "written: {files}"
    NO_FOLDER = "{path} cannot be used as a folder: {why}"


FILES: Mapping[str, Callable[[EventState], Iterator[tuple[str, str]]]] = {"csv": csv_files, "trf": trf_files, "pdn": pdn_files}


def add_log(parser: ArgumentParser) -> None:
    parser.description = "Shows every change with its time, who made it and why; those that were taken back too."
    add_event(parser)


def log(args: Namespace) -> int:
    """Show the changes."""
    rows = opened(args).rows
    stand = {row.number for row in standing_rows(rows)}
    told_rows = [_log_row(row, args.lang, undone=row.number not in stand and type(row.change).__name__ != "ChangeUndone") for row in rows]
    if wants_json(args.json):
        for row in told_rows:
            print_json(row)
        return 0
    says = ShownSays
    undone = told(says.UNDONE.said(), args.lang)
    heads = [told(one.said(), args.lang) for one in (says.NUMBER, says.TIME, says.WHO, says.WHAT, says.REASON)]
    cells = [(row["row"], row["at"], row["by"], row["what"], row["reason"], undone if row["undone"] else "") for row in told_rows]
    print_table((*heads, ""), cells)
    return 0


def _log_row(row: ChangeRow, lang: str, *, undone: bool) -> dict[str, Any]:
    at = datetime.fromtimestamp(row.t_ns // 10**9).astimezone().isoformat(timespec="seconds")
    what = told(change_said(row.change), lang)
    kind = type(row.change).__name__
    return {"row": row.number, "at": at, "by": row.who.by, "kind": kind, "what": what, "reason": row.who.why or None, "undone": undone}


def add_standings(parser: ArgumentParser) -> None:
    parser.description = """Shows the standings as the regulation orders them, as if the event were over, and why each has his
place. --json prints the answer of damcam event ask standings. Of an event of several groups it prints {"groups": [{"group": NAME,
...that answer}, ...], "article": ...}, and in competition A "first_of_groups", the answer of first-of-groups (A 5), once each
group has a winner."""
    add_event(parser)


def standings(args: Namespace) -> int:
    """Show the standings."""
    state = opened(args).state
    answered = all_standings(state)
    if wants_json(args.json):
        print_json(answered)
        return 0
    names = {one.id: one.shown for one in state.entrants}
    for one in answered.get("groups", [answered]):
        if "group" in one:
            print(told(ShownSays.OF_GROUP.said(name=one["group"]), args.lang))
        _print_standings(one, names, args.lang)
        for note in notes_of(one, names):
            print(told(note, args.lang))
        print()
    for note in notes_of_groups(answered, names):
        print(told(note, args.lang))
    if missing := state.missing():
        print(told(PlaceSays.AS_IT_STANDS.said(count=len(missing)), args.lang))
    return 0


def _print_standings(answered: Mapping[str, Any], names: Mapping[str, str], lang: str) -> None:
    says, table = ShownSays, answered["table"]
    figures = [key for key in ("points", "board_points", "resistance", "sb") if any(key in row for row in table)]
    heads = [told(one.said(), lang) for one in (says.PLACE, says.NAME, *(says[key.upper()] for key in figures), says.WHY)]
    rows = [
        (_place(row["place"]), names.get(row["id"], row["id"]), *(row[key] for key in figures), told(reason_of(row, table, names), lang))
        for row in table
    ]
    print_table(heads, rows)


def _place(place: list[int]) -> str:
    return str(place[0]) if place[0] == place[1] else f"{place[0]}-{place[1]}"


def add_crosstable(parser: ArgumentParser) -> None:
    parser.description = """Shows the crosstable of each group: 1w, ½b, 0w in the row's view with its colour, + and - where it was booked.
Of the Swiss system the columns are the rounds, with the opponent's number before the result."""
    add_event(parser)


def crosstable(args: Namespace) -> int:
    """Show the crosstables; as JSON one object a group."""
    for table in crosstables(opened(args).state):
        if wants_json(args.json):
            print_json(table)
            continue
        heads, rows = lines_of(table)
        if table["group"]:
            print(told(ShownSays.OF_GROUP.said(name=table["group"]), args.lang))
        keys = {
            "number": ShownSays.NUMBER,
            **{key: ShownSays[key.upper()] for key in ("name", "points", "board_points", "resistance", "sb", "place")},
        }
        print_table([told(keys[head].said(), args.lang) if head in keys else head for head in heads], rows)
    return 0


def add_sheets(parser: ArgumentParser) -> None:
    parser.description = """Shows the pairings of a round. With --out it writes them as an HTML file that a browser prints on A4: a line
for each board, with room for the result and both signatures, and for what is known already."""
    add_event(parser)
    parser.add_argument("--round", type=values.positive, metavar="N", help="the round (default: the one that was paired last)")
    parser.add_argument("--out", type=values.target, metavar="FILE.html", help="write the sheet to print there")


def sheets(args: Namespace) -> int:
    """Show the pairings of a round, or write the sheet; as JSON one object a board."""
    state = opened(args).state
    rows = sheet(state, args.round)
    if args.out is not None:
        write_atomically(args.out, sheet_html(state, args.round, args.lang))
        complain(ShownSays.WRITTEN.said(files=(str(args.out),)), args.lang)
        return 0
    if wants_json(args.json):
        for row in rows:
            print_json(row)
        return 0
    says = ShownSays
    free = told(says.FREE.said(), args.lang)
    cells = [(row["board"], row["group"], row["white_name"], row["black_name"] or free, row["result"]) for row in rows]
    print_table([told(one.said(), args.lang) for one in (says.BOARD, says.GROUP, says.WHITE, says.BLACK, says.RESULT)], cells)
    return 0


def add_export(parser: ArgumentParser) -> None:
    parser.description = """Writes an event for other programs. csv: results.csv, and after each round a crosstable and the standings, in
UTF-8. trf: TRF16, the report of FIDE, for individuals; H, a half-point bye, is never written, for the regulations have none. pdn: a game
for each board with Event, Round, Board, White, Black and Result, without moves."""
    add_event(parser)
    parser.add_argument("--as", dest="form", required=True, choices=tuple(FILES), help="in which form")
    parser.add_argument("--out", required=True, type=values.target, metavar="DIR", help="the folder, which is made if it is not there")


def export(args: Namespace) -> int:
    """Write the files; all texts are made before the first is written."""
    files = [(args.out / name, text) for name, text in FILES[args.form](opened(args).state)]
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TournamentError(ShownSays.NO_FOLDER.said(path=str(args.out), why=sentence_of(error))) from error
    for path, text in files:
        write_atomically(path, text)
    complain(ShownSays.WRITTEN.said(files=tuple(str(path) for path, _ in files)), args.lang)
    if wants_json(args.json):
        for path, _ in files:
            print_json({"file": str(path)})
    return 0


TASKS = {
    "log": Task("show every change, with who, when and why", add_log, log),
    "standings": Task("show the standings, and why each has his place", add_standings, standings),
    "crosstable": Task("show the crosstable", add_crosstable, crosstable),
    "sheets": Task("show the pairings of a round, or write them to print", add_sheets, sheets),
    "export": Task("write CSV, TRF or PDN for other programs", add_export, export),
}
