"""A simultaneous exhibition (regulation I): who has which colour at which board, as a list that boards are given their names by."""

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.drawing import lot_order
from tournament.events.same_names import plain
from tournament.events.texts_given import line_in
from tournament.simultaneous import Colour, colours_against, colours_in_turn

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
    giver: str


def first_by_lot(seed: int) -> Colour:
    """The colour of the first player (I 4): the first of White and Black by the lot of that seed, as `lot_order` has it."""
    return Colour(lot_order(list(Colour), seed)[0])


def exhibition(giver: str, players: Sequence[str], *, first: Colour, giver_has: Colour | None = None) -> list[ExhibitionGame]:
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
    colours = colours_against(len(players), giver_has) if giver_has else colours_in_turn(len(players), first)
    return [
        ExhibitionGame(board, *((player, named[0]) if colour is Colour.WHITE else (named[0], player)), named[0])
        for board, (player, colour) in enumerate(zip(named[1:], colours, strict=True), 1)
    ]


def as_list(games: Sequence[ExhibitionGame], event: str, round_: str) -> str:
    """The games as CSV with the columns board, white, black, giver, event and round, for the evening page and `damcam names --round`."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("board", "white", "black", "giver", "event", "round"))
    rows.writerows((*game, event, round_) for game in games)
    return text.getvalue()
