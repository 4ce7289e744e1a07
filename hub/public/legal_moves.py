"""Trying moves in a game that has ended: the legal moves of a position, and nothing that judges them.

No player may be helped (Art. 24), so this is closed while any game of the same event is played (`hub.public.being_played`).
"""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hub.feeds.feed import Feed, Update
from hub.public.being_played import BeingPlayed
from hub.public.turns import Turns
from hub.web.errors import Refused
from record.session.standing import reached
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase
from rules.play.endings import ending
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move, write_move

MAX_TRIED, MAX_CHARS = 40, 800
"""The longest line of moves that are tried, and the characters that it takes in an address."""
EACH_S, BURST_S = 0.05, 5.0
"""How often a position may be asked for, by all together, and how much of that time may be used at once after a silence. A Raspberry Pi
takes some hundredths of a second for a long line."""
GAMES_KEPT = 16
"""The games whose positions are kept."""


class TryingRefusal(Phrase):
    """Why no moves can be tried."""

    GOES_ON = "moves can be tried once this game has ended"
    EVENT_GOES_ON = "moves can be tried once no game of this event is being played any more"
    NO_PLY = "ply is {given}; a number from 0 to {most} was expected"
    TOO_LONG = "{most} moves in a row can be tried"
    TOO_MANY = "too many try moves at once"
    NOT_THERE = "this move cannot be played there: {why}"


def hindrance(played: BeingPlayed, feed: Feed) -> TryingRefusal | None:
    """Why no moves can be tried now in the feed's game; None where they can."""
    if not feed.state.over:
        return TryingRefusal.GOES_ON
    if played.is_played(feed.state.opened.about.tags.event or ""):
        return TryingRefusal.EVENT_GOES_ON
    return None


def telling(stream: Iterator[bytes], played: BeingPlayed, feed: Feed) -> Iterator[bytes]:
    """The stream of the feed's game, in which an event `tries` tells at its beginning and after each change whether moves can be tried.

    A change is told with the next event or sign of life of the stream.
    """
    told = None
    for sent in stream:
        yield sent
        if (now := hindrance(played, feed) is None) != told:
            told = now
            yield f"event: tries\ndata: {int(now)}\n\n".encode()


def tried(played: BeingPlayed, feed: Feed, turns: Turns, asked: Mapping[str, str]) -> dict[str, Any]:
    """The position after the `moves` asked for, separated by commas, were tried after that `ply` of an ended game.

    It is {"fen", "tried", "moves"}: `tried` are the moves in full, and `moves` the legal ones, {"move", "squares", "fen"} each; none where
    the game ends there. Refused (403) while a game of the event is played, (400) for moves that cannot be played there, (503) when there
    is no turn.
    """
    moves = asked.get("moves", "")
    if refusal := hindrance(played, feed):
        raise Refused(403, refusal.said())
    if (wait_s := turns.take()) > 0:
        raise Refused(503, TryingRefusal.TOO_MANY.said(), math.ceil(wait_s))
    position, line = _after(feed, asked.get("ply", "0")), []
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


def _after(feed: Feed, ply: str) -> Position:
    """The position after that ply."""
    positions = _positions(feed, feed.latest)
    if not (ply.isascii() and ply.isdigit() and len(ply) < 6 and int(ply) < len(positions)):
        raise Refused(400, TryingRefusal.NO_PLY.said(given=ply, most=len(positions) - 1))
    return positions[int(ply)]


@lru_cache(GAMES_KEPT)
def _positions(feed: Feed, latest: Update) -> tuple[Position, ...]:
    """The positions of the game at its start and after each ply, with the counts of Art. 17; after a ply that was not read, as shown."""
    rules = ruleset(feed.state.opened.rules)
    shown = [parse_fen(fen, rules) for fen in latest.view["fens"]]
    after = [None, *reached(feed.state)]
    return tuple(one.position if one and not one.ply.is_unread else fen for one, fen in zip(after, shown, strict=True))


def _moves(position: Position) -> list[dict[str, Any]]:
    if ending(position):
        return []
    return [
        {"move": write_move(position, move), "squares": [move.origin, move.target], "fen": write_fen(play(position, move))}
        for move in legal_moves(position)
    ]
