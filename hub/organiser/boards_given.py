"""Gives the games of a round their boards, and the boards their names, by the way of the evening page."""

from collections.abc import Mapping
from functools import partial

from werkzeug.datastructures import MultiDict

from hub.evening.evening_changes import EveningSays
from hub.evening.evening_games import EveningGames
from hub.evening.evening_words import BoardOutcome, EveningRefusal, at_all, names_for, prepare, refusal_of
from hub.tournament.at_once import has_result
from hub.tournament.board_results import BoardWord, event_name
from hub.web.numbers import whole_in
from record.events.about import KeptSettings
from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.changes import BoardsGiven, GameAtBoard, Who
from tournament.events.event_file import KeptEvent, append
from tournament.events.play_offs import round_told
from tournament.events.published import with_shown_names
from tournament.events.seats import seats, seats_of
from tournament.events.state import EventState, SeatKey
from tournament.events.time_control import time_of_event

FIELD = "board"
OF_AGES = "E"
"""The competition whose classes are those of age."""


class GivingFault(Phrase):
    """Why games get no boards."""

    NO_BOARD = "there is no such board here: {board}"
    TWICE = "board {board} has two games: give the second one its board when the first is over"
    NO_ROUND = "round {round} is not paired"
    NOTHING = "no game was given a board"
    NO_LOT = "draw lots for the colours first, and say who has White"


Seat = tuple[str, str, int]
"""White and Black, or two teams with the number of a board of their match; 0 where two players play."""


def asked_boards(form: MultiDict[str, str]) -> dict[Seat, str]:
    """The board of each game, or board of a match, that a form names: the key of the board, which is empty where it has none.

    TournamentError where the colours are by lot, and the form does not say who has White.
    """
    white, black, boards = form.getlist("white"), form.getlist("black"), form.getlist(FIELD)
    numbers = [whole_in(one) for one in form.getlist("number")] or [0] * len(white)
    if white_by_lot(form) in black:  # the form names the pair as it stands
        white, black = black, white
    return dict(zip(zip(white, black, numbers, strict=False), boards, strict=False))


def white_by_lot(form: MultiDict[str, str]) -> str:
    """Who has White by lot; empty where the colours are not by lot. TournamentError where the form does not say it."""
    if form.get("has-white") == "":
        raise TournamentError(GivingFault.NO_LOT.said())
    return form.get("has-white", "")


def give_boards(
    event: KeptEvent,
    round_: int,
    wanted: Mapping[Seat, str],
    said: Mapping[SeatKey, BoardWord],
    by: str,
    here: Mapping[str, EveningGames],
) -> tuple[KeptEvent, list[BoardOutcome]]:
    """Keeps which board has which game of the round, and gives the names to the boards whose games have not begun; TournamentError."""
    state = event.state
    waiting = _waiting(state, round_, wanted, said)
    _check(waiting, here)
    games = {GameAtBoard(*key[1:3], board, *key[3:]): state.boards.get(key) != board for key, board in waiting.items()}
    new = tuple(game for game, is_new in games.items() if is_new)
    if not waiting:
        raise TournamentError(GivingFault.NOTHING.said())
    if new:
        event = append(event, BoardsGiven(round_, new), Who(by))
    named = with_shown_names(state)
    jobs = [
        partial(_give, here[board], {**_seated(named, key), "event": event_name(state), "round": round_told(round_)}, by, state)
        for key, board in waiting.items()
    ]
    return event, at_all(jobs)


def _seated(state: EventState, key: SeatKey) -> dict[str, str]:
    white, black = seats_of(state, key, state.names)
    return {"white": white, "black": black}


def _waiting(state: EventState, round_: int, wanted: Mapping[Seat, str], said: Mapping[SeatKey, BoardWord]) -> dict[SeatKey, str]:
    """The games of the round that have not begun and have no result, with the boards that they are to have; of teams those of matches."""
    if round_ >= 0 and not 1 <= round_ <= len(state.rounds):
        raise TournamentError(GivingFault.NO_ROUND.said(round=round_))
    free = [key for key in seats(state) if key[0] == round_ and not has_result(state, key) and key not in said]
    found = {key: wanted.get((key[1], key[2], key[3] if len(key) > 3 else 0), "") for key in free}
    return {key: board for key, board in found.items() if board}


def _check(waiting: Mapping[SeatKey, str], here: Mapping[str, EveningGames]) -> None:
    """TournamentError where a board is not there, or is named twice."""
    seen = set()
    for board in waiting.values():
        if board not in here:
            raise TournamentError(GivingFault.NO_BOARD.said(board=repr(board[:40])))
        if board in seen:
            raise TournamentError(GivingFault.TWICE.said(board=board))
        seen.add(board)


def _give(games: EveningGames, tags: Mapping[str, str], by: str, state: EventState) -> BoardOutcome:
    """Give the names to the board; what stands in the way is told, and the board stays as it is."""
    why = refusal_of(games) or (None if games.to_prepare else EveningRefusal.BETWEEN.said())
    if why:
        return BoardOutcome(EveningSays.NOT_DONE.said(board=games.number, why=why), is_done=False)
    return prepare(games, names_for(games, tags, by, time_of_event(state).notation or None, _settings(state)))


def _settings(state: EventState) -> KeptSettings:
    """What a board keeps of the event besides the names: the age class, which says who must write (E 2)."""
    made = state.made
    return KeptSettings(competition=made.competition, age_class=made.in_class if made.competition == OF_AGES else "")
