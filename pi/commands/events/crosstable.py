"""The task `event crosstable`."""

from argparse import ArgumentParser, Namespace
from typing import Any

import msgspec

from pi.commands.events.opening import add_event, opened
from pi.setup.output import print_json, print_table, wants_json
from record.texts import ENGLISH
from rules.errors import Phrase
from tournament.events.anonymous import in_language
from tournament.events.crosstable import Crosstable, crosstables, figures_of, lines_of


class CrosstableHeads(Phrase):
    """The headings of a crosstable."""

    OF_GROUP = "Group {name}"
    NUMBER = "Number"
    NAME = "Name"
    POINTS = "Points"
    BOARD_POINTS = "Board points"
    RESISTANCE = "Resistance"
    SB = "SB"
    PLACE = "Place"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Shows the crosstable of each group: 1w, ½b, 0w in the row's view with its colour, + and - where it was booked, a
dot where there is no result yet, and in brackets what does not count: a game that lapsed, or that is not played any more. Of the Swiss
system the columns are the rounds, with the opponent's number before the result."""
    add_event(parser)


def run(args: Namespace) -> int:
    """Show the crosstables; as JSON one object a group."""
    state = opened(args).state
    if wants_json(args.json):
        for table in crosstables(state):
            print_json(_as_json(table))
        return 0
    for table in crosstables(in_language(state, ENGLISH)):
        heads, rows = lines_of(table, ENGLISH)
        if table.group:
            print(str(CrosstableHeads.OF_GROUP.said(name=table.group)))
        keys = {
            "number": CrosstableHeads.NUMBER,
            **{key: CrosstableHeads[key.upper()] for key in ("name", "points", "board_points", "resistance", "sb", "place")},
        }
        print_table([str(keys[head].said()) if head in keys else head for head in heads], rows)
    return 0


def _as_json(table: Crosstable) -> dict[str, Any]:
    rows = [
        {
            "number": row.number,
            "id": row.id,
            "name": row.name,
            "withdrawn": row.withdrawn,
            "cells": msgspec.to_builtins(row.cells),
            **({**figures_of(row.standing), "place": list(row.standing.places)} if row.standing else {}),
        }
        for row in table.rows
    ]
    return {"group": table.group, "swiss": table.is_swiss, "rounds": table.rounds, "ids": [*table.numbers], "rows": rows}
