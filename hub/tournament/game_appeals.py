"""The appeals on a game that was played at a board, from the files of the events."""

from hub.tournament.board_results import as_named, is_game
from hub.tournament.folder import EventFolder
from record.events.about import PublicTags
from record.papers.appeals import GameAppeals, ToldAppeal
from rules.errors import DamcamError
from tournament.events.appeals import appealed_seats
from tournament.events.state import EventState
from tournament.events.told_appeals import told_appeal


def appeals_on(folder: EventFolder | None, tags: PublicTags) -> GameAppeals:
    """The appeals on the game with these tags in the event files of that folder; of a match of teams those on that board, or on all."""
    if folder is None:
        return GameAppeals()
    found: list[ToldAppeal] = []
    unread: list[str] = []
    try:
        keys = folder.listed()
    except DamcamError:
        return GameAppeals(unread=(str(folder.path),))
    for key in keys:
        try:
            found += _of(folder.read(key).state, tags)
        except DamcamError:
            unread.append(key)
    return GameAppeals(tuple(found), tuple(unread))


def _of(state: EventState, tags: PublicTags) -> list[ToldAppeal]:
    named = as_named(state) if state.appeals else []
    return [
        told_appeal(state, number)
        for number, one in state.appeals.items()
        if any(is_game(tags, key, named) for key in appealed_seats(state, one))
    ]
