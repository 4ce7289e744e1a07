"""The standings and the crosstables of an event as pages show them, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from hub.events.crosstable import OWN, cell_text, crosstables
from hub.events.ending import is_final, is_over
from hub.events.groups import groups_of
from hub.events.standing import all_standings, first_open_said, notes_of, notes_of_groups, open_said, open_with_colours, reason_of
from hub.events.state import EventState
from hub.tournament.pairings_view import shown_result
from record.telling.sentences import tell

FIGURES = ("points", "board_points", "resistance", "sb")


def standings_view(state: EventState, names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The standings: {"groups": [{"name", "figures", "rows", "notes", "open"}], "first", "notes", "missing", "over", "final"}.

    A row is {"place", "id", "name", "club", "figures", "why"}. What is open is told once the last game of its group is in; `first` is
    that of all groups, in a list. TournamentError as of `all_standings`.
    """
    answered, known, over = all_standings(state), state.by_id, is_over(state)
    groups = []
    for one in answered.get("groups", [answered]):
        figures = [key for key in FIGURES if any(key in row for row in one["table"])]
        rows = [
            {
                "place": place_text(row["place"]),
                "id": row["id"],
                "name": names[row["id"]],
                "club": known[row["id"]].club,
                "figures": [row.get(key, "") for key in figures],
                "why": tell(reason_of(row, one, names), lang),
            }
            for row in one["table"]
        ]
        open_ = [{**told, "said": tell(open_said(told, names), lang)} for told in open_with_colours(one)] if one["over"] else []
        notes = [tell(note, lang) for note in notes_of({**one, "open": []}, names)]
        groups.append({"name": one.get("group", ""), "figures": figures, "rows": rows, "notes": notes, "open": open_})
    below = [tell(note, lang) for note in notes_of_groups(answered, names)] if over else []
    return {
        "groups": groups,
        "first": _first_open(answered, names, lang),
        "notes": below,
        "missing": len(state.missing()),
        "over": over,
        "final": is_final(state, answered),
    }


def _first_open(answered: Mapping[str, Any], names: Mapping[str, str], lang: str) -> list[dict[str, Any]]:
    """The first place of all groups where it is open (A 5), as an open place of a group is told."""
    first = answered.get("first_of_groups")
    if not first or not first["open"]:
        return []
    more = {"ids": first["open"], "places": [1, len(first["open"])], "said": tell(first_open_said(first, names), lang)}
    return [{**first, **more}]


def place_text(place: list[int]) -> str:
    """A place, or the places that are shared, such as `1-2`."""
    return str(place[0]) if place[0] == place[1] else f"{place[0]}-{place[1]}"


def crosstables_view(state: EventState, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The crosstable of each group: {"name", "heads", "rows", "figures"}; a row is {"number", "name", "cells", "figures", "place"}."""
    told = []
    for table in crosstables(state):
        numbers = {id: number for number, id in enumerate(table["ids"], 1)}
        columns = range(1, table["rounds"] + 1) if table["swiss"] else range(1, len(numbers) + 1)
        figures = [key for key in FIGURES if any(key in row for row in table["rows"])]
        rows = [
            {
                "number": row["number"],
                "name": names[row["id"]],
                "cells": _cells(row, numbers, columns, is_swiss=table["swiss"]),
                "figures": [row.get(key, "") for key in figures],
                "place": place_text(row["place"]) if row.get("place") else "",
            }
            for row in table["rows"]
        ]
        told.append({"name": table["group"], "heads": list(columns), "rows": rows, "figures": figures, "swiss": table["swiss"]})
    return told


def _cells(row: Mapping[str, Any], numbers: Mapping[str, int], columns: range, *, is_swiss: bool) -> list[str]:
    shown: dict[int, list[str]] = {}
    for cell in row["cells"]:
        at = cell["round"] if is_swiss else numbers[cell["opponent"]]
        before = f"{numbers[cell['opponent']]}:" if is_swiss and cell["opponent"] else ""
        shown.setdefault(at, []).append(before + cell_text(cell))
    own = row["number"] if not is_swiss else 0
    return [OWN if at == own else " ".join(shown.get(at, ())) for at in columns]


def play_offs_view(state: EventState, names: Mapping[str, str]) -> list[dict[str, str]]:
    """The play-offs that were played, in their order."""
    return [{"white": names[one.white], "black": names[one.black], "result": shown_result(one.result)} for one in state.play_offs]


def entries_view(state: EventState, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Who has entered, by groups and numbers."""
    if not state.entrants:
        return []
    known = state.by_id
    rows = []
    for group, ids in enumerate(groups_of(state), 1):
        for number, id in enumerate(ids, 1):
            one = known[id]
            told = {"number": number, "id": id, "name": names[id], "club": one.club, "in_class": one.in_class, "born": one.born}
            rows.append({**told, "rating": one.rating, "out": id in state.out, "group": group})
    return rows
