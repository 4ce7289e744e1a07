"""What boards say of the games of an event: which run, and which results they have.

The boards of this server, also those that are mirrored, are read from their journals.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hub.boards.board import Boards
from hub.boards.game_address import event_in_address
from hub.boards.kept_games import KeptGame, KeptGames
from hub.feeds.delay import NONE
from record.events.about import PublicTags
from tournament.events.event_file import KeptEvent
from tournament.events.play_offs import round_told
from tournament.events.published import with_initials, with_shown_names, with_whole_names
from tournament.events.seats import seats_of
from tournament.events.state import EventState, SeatKey

RESULTS = frozenset({"1-0", "0-1", "draw"})
"""The results of a journal that an event knows."""


_ROUND = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class BoardWord:
    """What a board says of a game."""

    board: str
    """The key of the board."""
    over: bool
    result: str
    """`1-0`, `0-1` or `draw`, as the journal has it once the game is over; else empty."""
    unusual: str = ""
    """Another result of the journal, such as `void`, which the arbiter enters as it is to count."""
    is_withheld: bool = False
    """Whether the public sees the game later and does not know yet that it is over: then it is shown no result of it."""
    time_control: str = ""
    """That of the board, in the notation of `clock.control`."""


class BoardResults:
    """Finds the games of events in the journals of these boards."""

    def __init__(self, boards: Boards, games: KeptGames) -> None:
        self.boards, self._games = boards, games

    def look(self) -> None:
        """Take over what is new in the journals."""
        self._games.look()

    def address_of(self, state: EventState) -> str:
        """The address of the event's games in the archive; empty where no board has one."""
        events = addresses_of(state)
        return next(("/" + place.path.split("/")[1] for _, place in self._games.all() if place.event in events), "")

    def rounds_after(self, event: KeptEvent) -> tuple[str, ...]:
        """The rounds that boards have games of, and the event has not: its file may be an older copy that was put back.

        They are games between entrants of the event, under its name or a former one, from the day of its last change on. Once the round is
        paired it is not one of them any more.
        """
        state, named = event.state, as_named(event.state)
        day = f"{datetime.fromtimestamp(event.rows[-1].t_ns // 10**9).astimezone():%Y.%m.%d}"
        names = {one.shown for entry in named for one in entry.entrants}
        names |= {player for entry in named for given in entry.line_ups.values() for player in given.players}
        found = set[int]()
        for game, _ in self._games.all():
            tags = game.short.tags
            is_of_event = tags.event in event_names(state) and (tags.date or "") >= day and {tags.white, tags.black} <= names
            if is_of_event and _ROUND.fullmatch(tags.round or "") and int(tags.round or "") > len(state.rounds):
                found.add(int(tags.round or ""))
        return tuple(map(str, sorted(found)))

    def of(self, state: EventState) -> dict[SeatKey, BoardWord]:
        """Return what is said of each game, and each board of a match, by the board that it was given."""
        if not state.boards:
            return {}
        by_board: dict[str, list[KeptGame]] = {}
        for game, _ in self._games.all():
            by_board.setdefault(game.board, []).append(game)
        named = as_named(state)
        found: dict[SeatKey, BoardWord] = {}
        for key, board in state.boards.items():
            played = [game for game in by_board.get(board, ()) if is_game(game.short.tags, key, named)]
            if played:
                found[key] = self._said(max(played, key=lambda game: game.number))
        return found

    def _said(self, game: KeptGame) -> BoardWord:
        short = game.short
        result = short.result if short.over and short.result in RESULTS else ""
        unusual = short.result if short.over and not result and short.result != "*" else ""
        return BoardWord(game.board, short.over, result, unusual, self._is_withheld(game), short.time_control)

    def _is_withheld(self, game: KeptGame) -> bool:
        """Whether the public sees the game later. The games of a board that was revoked are those that are kept of it."""
        board = dict(self.boards.items()).get(game.board)
        if board is None or board.feed.delay == NONE:
            return False
        feed = board.feed
        is_followed = feed.followed == game.journal and feed.state.opening is not None
        return not feed.state.over if is_followed else feed.path == game.journal


def as_named(state: EventState) -> list[EventState]:
    """The event with the names that a board may have been given: those by which it is published now, the whole names, the initials.

    Whole names are those of now, which tell apart two of one name, and those of before another one of that name entered. The boards of
    teams had the names of the teams until these handed in their lists.
    """
    named = [with_shown_names(state), state, with_whole_names(state), with_initials(state)]
    return [*named, replace(state, line_ups={})] if state.line_ups else named


def is_game(tags: PublicTags, key: SeatKey, named: Sequence[EventState]) -> bool:
    """Whether a game with these tags is that game of the event, or is played at that board of a match."""
    if tags.event not in event_names(named[0]) or tags.round != round_told(key[0]):
        return False
    return any((tags.white, tags.black) == _seated(one, key) for one in named)


def _seated(state: EventState, key: SeatKey) -> tuple[str, str]:
    return seats_of(state, key, {one.id: one.shown for one in state.entrants})


def addresses_of(state: EventState) -> tuple[str, ...]:
    """The event as the addresses of its games write it, as it is called now first, then as it was called before."""
    return tuple(event_in_address(PublicTags(event=one.name or state.made.competition, date=one.date)) for one in state.named)


def event_names(state: EventState) -> tuple[str, ...]:
    """The names by which boards may know the event, that of now first."""
    return tuple(one.name or state.made.competition for one in state.named)


def event_name(state: EventState) -> str:
    """The name by which boards are given the event."""
    return event_names(state)[0]
