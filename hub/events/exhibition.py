"""A simultaneous exhibition (regulation I): who has which colour at which board, as a list that boards are given their names by."""

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from hub.events.asking import asked
from hub.events.drawing import lot_order
from hub.events.same_names import plain
from hub.events.texts_given import line_in
from rules.errors import Phrase
from tournament.errors import TournamentError

COLOURS = ("white", "black")
LEAST = 2
"""Fewer games are no exhibition."""


class ExhibitionFault(Phrase):
    """Why there is no list of an exhibition."""

    FEW = "one player is named; an exhibition has two or more"
    GIVER = "{name} gives the exhibition, and cannot be one of the players too"
    TWICE = "{name} is named twice"


class ExhibitionGame(NamedTuple):
    """A game of the exhibition."""

    board: int
    white: str
    black: str


def first_by_lot(seed: int) -> str:
    """The colour of the first player (I 4): the first of `white` and `black` by the lot of that seed, as `lot_order` has it."""
    return lot_order(list(COLOURS), seed)[0]


def exhibition(giver: str, players: Sequence[str], *, first: str = "", giver_has: str = "") -> list[ExhibitionGame]:
    """The games of an exhibition: the colours change from board to board, with `first` at the first, or the giver has one everywhere (I 4).

    TournamentError where somebody is named twice, or the names cannot be shown.
    """
    named = [line_in(giver, "name"), *(line_in(one, "name") for one in players)]
    if len(players) < LEAST:
        raise TournamentError(ExhibitionFault.FEW.said())
    alike = [plain(name) for name in named]
    for at, name in enumerate(alike):
        if name in alike[:at]:
            fault = ExhibitionFault.GIVER if name == alike[0] else ExhibitionFault.TWICE
            raise TournamentError(fault.said(name=named[at]))
    of_colours = {"giver": giver_has} if giver_has else {"first": first}
    colours = asked({"ask": "simultaneous", "players": len(players), **of_colours})["players"]
    return [
        ExhibitionGame(board, *((player, named[0]) if colour == COLOURS[0] else (named[0], player)))
        for board, (player, colour) in enumerate(zip(named[1:], colours, strict=True), 1)
    ]


def as_list(games: Sequence[ExhibitionGame], event: str, round_: str) -> str:
    """The games as CSV with the columns board, white, black, event and round, as the evening page and `damcam names --round` take it."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("board", "white", "black", "event", "round"))
    rows.writerows((*game, event, round_) for game in games)
    return text.getvalue()
