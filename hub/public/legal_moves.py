"""Trying moves in a game that has ended: the legal moves of a position, and nothing that judges them.

No player may be helped (Art. 24), so this is closed while any game of the same event is played at a board of this server.
"""

from typing import Any

from hub.boards.board import Boards
from hub.boards.round_games import in_address
from hub.feeds.feed import Feed
from hub.web.errors import Refused
from record.session.standing import reached
from record.session.state import State
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase
from rules.play.endings import ending
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move, write_move

MAX_TRIED, MAX_CHARS = 60, 1000
"""The longest line of moves that are tried, and the characters that it takes in an address."""


class TryingRefusal(Phrase):
    """Why no moves can be tried."""

    GOES_ON = "moves can be tried once this game has ended"
    EVENT_GOES_ON = "moves can be tried once no game of this event is being played any more"
    NO_PLY = "ply is {given}; a number from 0 to {most} was expected"
    TOO_LONG = "{most} moves in a row can be tried"
    NOT_THERE = "this move cannot be played there: {why}"


def is_played(boards: Boards, event: str) -> bool:
    """Whether a game of that event is being played at one of these boards; where an event has no name, it may be any."""
    for board in boards.values():
        live = board.feed.live
        if live.opening is None or live.over:
            continue
        told = live.opened.about.tags.event or ""
        if not event.strip() or not told.strip() or in_address(told) == in_address(event):
            return True
    return False


def tried(boards: Boards, feed: Feed, ply: str, moves: str) -> dict[str, Any]:
    """The position after these moves, separated by commas, were tried after that ply of an ended game: {"fen", "tried", "moves"}.

    `tried` are the moves in full. `moves` are the legal ones, {"move", "squares", "fen"} each, and none where the game ends there. Refused
    (403) while a game of the event is played, Refused (400) for moves that cannot be played there.
    """
    state = feed.state
    if not state.over:
        raise Refused(403, TryingRefusal.GOES_ON.said())
    if is_played(boards, state.opened.about.tags.event or ""):
        raise Refused(403, TryingRefusal.EVENT_GOES_ON.said())
    position, line = _position(state, feed.latest.view["fens"], ply), []
    wanted = [move for move in moves.split(",") if move.strip()]
    if len(wanted) > MAX_TRIED or len(moves) > MAX_CHARS:
        raise Refused(400, TryingRefusal.TOO_LONG.said(most=MAX_TRIED))
    for text in wanted:
        try:
            move = parse_move(text, position)
        except DamcamError as error:
            raise Refused(400, TryingRefusal.NOT_THERE.said(why=error.sentence)) from error
        line.append(write_move(position, move))
        position = play(position, move)
    return {"fen": write_fen(position), "tried": line, "moves": _moves(position)}


def _position(state: State, fens: list[str], ply: str) -> Position:
    """The position after that ply, with the counts of Art. 17; after one that was not read, the one that is shown."""
    if not (ply.isascii() and ply.isdigit() and len(ply) < 6 and int(ply) < len(fens)):
        raise Refused(400, TryingRefusal.NO_PLY.said(given=ply, most=len(fens) - 1))
    shown = parse_fen(fens[int(ply)], ruleset(state.opened.rules))
    after = next((one for place, one in enumerate(reached(state), 1) if place == int(ply)), None)
    return after.position if after and not after.ply.is_unread else shown


def _moves(position: Position) -> list[dict[str, Any]]:
    if ending(position):
        return []
    return [
        {"move": write_move(position, move), "squares": [move.origin, move.target], "fen": write_fen(play(position, move))}
        for move in legal_moves(position)
    ]
