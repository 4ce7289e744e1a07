"""The standings and the crosstables of an event as pages show them, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from hub.tournament.pairings_view import shown_result
from record.telling.sentences import in_figures, tell
from tournament.events.crosstable import crosstables, figures_of
from tournament.events.ending import is_over
from tournament.events.groups import groups_of
from tournament.events.standing import all_standings, first_open_said, is_final, notes_of_groups, open_said, reason_of, withdrawals_said
from tournament.events.state import EventState
from tournament.standings import OpenPlaces

FIGURES = ("points", "board_points", "resistance", "sb")


def standings_view(state: EventState, names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The standings: {"groups": [{"name", "figures", "rows", "notes", "open"}], "first", "notes", "missing", "over", "final"}.

    A row is {"place", "id", "name", "withdrawn", "club", "figures", "why"}. What is open is told once the last game of its group is in, as
    {"place", "needs", "ids", "places", "said"}; `first` is that of all groups, in a list. TournamentError as of `all_standings`.
    """
    found, known, over = all_standings(state), state.by_id, is_over(state)
    groups = []
    for one in found.groups:
        rows = [
            {
                "place": place_text(row.places),
                "id": row.id,
                "name": names[row.id],
                "withdrawn": row.id in one.withdrawn,
                "club": known[row.id].club,
                "figures": [*figures_of(row).values()],
                "why": tell(reason_of(row, one, names), lang),
            }
            for row in one.table
        ]
        open_ = [_open_view(place, tell(open_said(place, names), lang)) for place in one.open] if one.is_over else []
        notes = [tell(note, lang) for note in withdrawals_said(one, names)]
        groups.append({"name": one.name, "figures": [*figures_of(one.table[0])], "rows": rows, "notes": notes, "open": open_})
    of_all = found.first.open if found.first else None
    below = [tell(note, lang) for note in notes_of_groups(found, names)] if over else []
    return {
        "groups": groups,
        "first": [_open_view(of_all, tell(first_open_said(of_all, names), lang))] if of_all else [],
        "notes": below,
        "missing": len(state.missing()),
        "over": over,
        "final": is_final(state, found),
    }


def _open_view(place: OpenPlaces, said: str) -> dict[str, Any]:
    return {"place": place, "needs": str(place.needs), "ids": place.ids, "places": place.places, "said": said}


def place_text(place: Sequence[int]) -> str:
    """A place, or the places that are shared, such as `1-2`."""
    return str(place[0]) if place[0] == place[1] else f"{place[0]}-{place[1]}"


def crosstables_view(state: EventState, names: Mapping[str, str], lang: str) -> list[dict[str, Any]]:
    """The crosstable of each group: {"name", "heads", "rows", "figures"}.

    A row is {"number", "name", "withdrawn", "cells", "figures", "place"}, its cells and figures as texts.
    """
    told = []
    for table in crosstables(state):
        rows = [
            {
                "number": row.number,
                "name": names[row.id],
                "withdrawn": row.withdrawn,
                "cells": [in_figures(text, lang) for text in table.texts_of(row)],
                "figures": [in_figures(text, lang) for text in table.figure_texts_of(row)],
                "place": place_text(row.standing.places) if row.standing else "",
            }
            for row in table.rows
        ]
        told.append({"name": table.group, "heads": [*table.columns], "rows": rows, "figures": [*table.figures], "swiss": table.is_swiss})
    return told


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
