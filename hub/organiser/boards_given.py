"""Gives the games of a round their boards, and the boards their names, by the way of the evening page."""

from collections.abc import Mapping
from functools import partial

from werkzeug.datastructures import MultiDict

from hub.evening.evening_changes import EveningSays
from hub.evening.evening_games import EveningGames
from hub.evening.evening_words import BoardOutcome, EveningRefusal, at_all, names_for, prepare, refusal_of
from hub.events.changes import BoardsGiven, GameAtBoard, Who
from hub.events.event_file import KeptEvent, append
from hub.events.faults import TournamentError
from hub.events.published import shown_names
from hub.events.state import EventState, GameKey
from hub.tournament.board_results import BoardWord, event_name
from record.events.about import KeptSettings
from rules.errors import Phrase

FIELD = "board"
OF_AGES = "E"
"""The competition whose classes are those of age."""


class GivingFault(Phrase):
    """Why games get no boards."""

    NO_TEAMS = "a match of teams is played on several boards; its results are entered by hand"
    NO_BOARD = "there is no such board here: {board}"
    TWICE = "board {board} has two games: give the second one its board when the first is over"
    NO_ROUND = "round {round} is not paired"
    NOTHING = "no game was given a board"


def asked_boards(form: MultiDict[str, str]) -> dict[tuple[str, str], str]:
    """The board of each game that a form names: White and Black with the key of the board, which is empty where it has none."""
    return dict(zip(zip(form.getlist("white"), form.getlist("black"), strict=False), form.getlist(FIELD), strict=False))


def give_boards(
    event: KeptEvent,
    round_: int,
    wanted: Mapping[tuple[str, str], str],
    said: Mapping[GameKey, BoardWord],
    by: str,
    here: Mapping[str, EveningGames],
) -> tuple[KeptEvent, list[BoardOutcome]]:
    """Keeps which board has which game of the round, and gives the names to the boards whose games have not begun; TournamentError."""
    state = event.state
    if state.is_of_teams:
        raise TournamentError(GivingFault.NO_TEAMS.said())
    waiting = _waiting(state, round_, wanted, said)
    _check(waiting, here)
    new = [GameAtBoard(*pair, board) for pair, board in waiting.items() if state.boards.get((round_, *pair)) != board]
    if not waiting:
        raise TournamentError(GivingFault.NOTHING.said())
    if new:
        event = append(event, BoardsGiven(round_, tuple(new)), Who(by))
    names = shown_names(state)
    jobs = [
        partial(
            _give, here[board], {"white": names[white], "black": names[black], "event": event_name(state), "round": str(round_)}, by, state
        )
        for (white, black), board in waiting.items()
    ]
    return event, at_all(jobs)


def _waiting(
    state: EventState, round_: int, wanted: Mapping[tuple[str, str], str], said: Mapping[GameKey, BoardWord]
) -> dict[tuple[str, str], str]:
    """The games of the round that have not begun and have no result, with the boards that they are to have."""
    if not 1 <= round_ <= len(state.rounds):
        raise TournamentError(GivingFault.NO_ROUND.said(round=round_))
    games = [(game.white, game.black) for game in state.rounds[round_ - 1].games if not game.pair & state.out]
    free = [pair for pair in games if (round_, *pair) not in state.results and (round_, *pair) not in said]
    return {pair: wanted[pair] for pair in free if wanted.get(pair)}


def _check(waiting: Mapping[tuple[str, str], str], here: Mapping[str, EveningGames]) -> None:
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
    return prepare(games, names_for(games, tags, by, state.settled.time_control or None, _settings(state)))


def _settings(state: EventState) -> KeptSettings:
    """What a board keeps of the event besides the names: the age class, which says who must write (E 2)."""
    return KeptSettings(age_class=state.made.in_class if state.made.competition == OF_AGES else "")
