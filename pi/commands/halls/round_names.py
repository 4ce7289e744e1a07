"""The names of a round: tells all boards of the hall a list of pairings, and shows which board has not taken its names, and why."""

from argparse import Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from hub.boards.board import ServedBoard
from hub.evening.evening_changes import EveningSays
from hub.evening.evening_games import EveningGames
from hub.evening.evening_list import names_in_lists, why_not, word_of
from hub.evening.evening_words import BoardOutcome, at_all, prepare
from hub.evening.pairing_list import Pairing, read_list
from pi.machine.hall_boards import enrolled_keys, hall_boards
from pi.setup.output import complain, print_json, wants_json
from pi.setup.standard_input import input_text
from rules.errors import DamcamError, Phrase, Sentence, sentence_of
from tournament.events.lists import text_of

MAX_BYTES = 65_536
ENDS = (".csv", ".tsv", ".txt")
"""A value of --round that ends so is a file; no round is called so."""


class RoundSays(Phrase):
    """What became of a list of pairings."""

    NOT_READ = "the list cannot be read: {why}"
    LINES = (
        "{count} line is wrong, and no board was told anything",
        "{count} lines are wrong, and no board was told anything",
    )
    TAKEN = "{taken} of {count} boards have taken their names"
    NO_LINE = "the list has no line for {boards}"


class RoundError(DamcamError, ValueError):
    """The list cannot be read, or has wrong lines; the text says which."""


def is_list(value: str | None) -> bool:
    """Whether that value of --round is the file of a list, or - for standard input, and not the number of a round."""
    return value is not None and (value == "-" or value.lower().endswith(ENDS))


def tell_round(args: Namespace) -> int:
    """Tell the boards; status 1 where one has not taken its names. RoundError, HallBoardsError, SettingsError.

    Only the game that has not begun at a board is told: that one, or the next while a game goes on. No game that is over is changed.
    """
    games = {key: EveningGames(ServedBoard.of_state(key, state)) for key, state in hall_boards(args).items()}
    with ExitStack() as journals:
        for board in games.values():
            journals.callback(board.board.follower.close)
        return _tell_boards(args, games)


def _tell_boards(args: Namespace, games: Mapping[str, EveningGames]) -> int:
    unread = _unread(games)
    found = read_list(_read(args.round), names_in_lists(games), enrolled_keys(args))
    if found.wrong:
        for wrong in found.wrong:
            complain(wrong.said)
        raise RoundError(RoundSays.LINES.said(count=len(found.wrong)), str(args.round))
    common = {"event": " ".join(args.event.split())} if args.event else {}
    outcomes = at_all(partial(_told, games[one.board], one, common, args.by, unread.get(one.board)) for one in found.pairings)
    for one, outcome in zip(found.pairings, outcomes, strict=True):
        _show(one, games[one.board], outcome, args)
    _sum_up(outcomes, [games[key].number for key in games if key not in {one.board for one in found.pairings}])
    return 0 if all(outcome.is_done for outcome in outcomes) else 1


def _unread(games: Mapping[str, EveningGames]) -> dict[str, Sentence]:
    """Look at the games of all boards; why those boards cannot be told anything whose game cannot be read."""
    unread = {}
    for key, board in games.items():
        try:
            board.board.desk.look()
        except DamcamError as error:
            unread[key] = error.sentence
    return unread


def _told(games: EveningGames, one: Pairing, common: dict[str, str], by: str, unread: Sentence | None) -> BoardOutcome:
    if why := unread or why_not(games):
        return BoardOutcome(EveningSays.NOT_DONE.said(board=games.number, why=why), is_done=False)
    return prepare(games, word_of(games, one, common, by, None))


def _show(one: Pairing, games: EveningGames, outcome: BoardOutcome, args: Namespace) -> None:
    if wants_json(args.json):
        said = str(outcome.said)
        print_json(
            {"board": games.number, "key": one.board, "white": one.white, "black": one.black, "taken": outcome.is_done, "said": said}
        )
    else:
        print(str(outcome.said))


def _sum_up(outcomes: list[BoardOutcome], others: list[str]) -> None:
    complain(RoundSays.TAKEN.said(taken=sum(one.is_done for one in outcomes), count=len(outcomes)))
    if others:
        complain(RoundSays.NO_LINE.said(boards=tuple(others)))


def _read(name: str) -> str:
    if name == "-":
        return input_text(MAX_BYTES)
    try:
        return text_of(Path(name).read_bytes()[:MAX_BYTES])[0]
    except OSError as error:
        raise RoundError(RoundSays.NOT_READ.said(why=sentence_of(error)), name) from error
