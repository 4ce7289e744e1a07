"""What the boards of this server say of the games of an event: which run, and which results their journals have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGame, KeptGames
from hub.events.published import shown_names, with_initials
from hub.events.seats import seats_of
from hub.events.state import EventState, SeatKey
from hub.feeds.delay import NONE
from record.events.about import PublicTags

RESULTS = frozenset({"1-0", "0-1", "draw"})
"""The results of a journal that an event knows."""


@dataclass(frozen=True, slots=True)
class BoardWord:
    """What a board says of a game."""

    board: str
    """The key of the board."""
    over: bool
    result: str
    """`1-0`, `0-1` or `draw`, as the journal has it once the game is over; else empty."""
    unusual: str = ""
    """Another result of the journal, such as `0-0` or `void`, which the arbiter enters as it is to count."""
    is_withheld: bool = False
    """Whether the public sees the game later and does not know yet that it is over: then it is shown no result of it."""


class BoardResults:
    """Finds the games of events in the journals of these boards."""

    def __init__(self, boards: Boards, games: KeptGames) -> None:
        self.boards, self._games = boards, games

    def look(self) -> None:
        """Take over what is new in the journals."""
        self._games.look()

    def of(self, state: EventState) -> dict[SeatKey, BoardWord]:
        """What is said of each game, and each board of a match, that was given a board, as far as that has a journal of it."""
        if not state.boards:
            return {}
        by_board: dict[str, list[KeptGame]] = {}
        for game, _ in self._games.all():
            by_board.setdefault(game.board, []).append(game)
        names = tags_names(state)
        found: dict[SeatKey, BoardWord] = {}
        for key, board in state.boards.items():
            played = [game for game in by_board.get(board, ()) if is_game(game.short.tags, state, key, names)]
            if played:
                found[key] = self._said(max(played, key=lambda game: game.number))
        return found

    def _said(self, game: KeptGame) -> BoardWord:
        short = game.short
        result = short.result if short.over and short.result in RESULTS else ""
        unusual = short.result if short.over and not result and short.result != "*" else ""
        return BoardWord(game.board, short.over, result, unusual, self._is_withheld(game))

    def _is_withheld(self, game: KeptGame) -> bool:
        """Whether the public sees the game later. The games of a board that was revoked are those that are kept of it."""
        board = dict(self.boards.items()).get(game.board)
        if board is None or board.feed.delay == NONE:
            return False
        feed = board.feed
        is_followed = feed.followed == game.journal and feed.state.opening is not None
        return not feed.state.over if is_followed else feed.path == game.journal


def tags_names(state: EventState) -> list[Mapping[str, str]]:
    """The names that a board may have been given: those by which the event is published now, the whole names, and the initials."""
    whole = {one.id: one.shown for one in state.entrants}
    return [shown_names(state), whole, {one.id: one.shown for one in with_initials(state).entrants}]


def is_game(tags: PublicTags, state: EventState, key: SeatKey, names: Iterable[Mapping[str, str]]) -> bool:
    """Whether a game with these tags is that game of the event, or is played at that board of a match."""
    if (tags.event or "", tags.round or "") != (event_name(state), str(key[0])):
        return False
    return any((tags.white, tags.black) == seats_of(key, one) for one in names)


def event_name(state: EventState) -> str:
    """The name by which boards know the event."""
    return state.made.name or state.made.competition
