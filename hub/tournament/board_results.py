"""What the boards of this server say of the games of an event: which run, and which results their journals have."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGame, KeptGames
from hub.events.changes import PairedGame
from hub.events.published import shown_names, with_initials
from hub.events.state import EventState, GameKey
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

    def of(self, state: EventState) -> dict[GameKey, BoardWord]:
        """What is said of each game that was given a board, as far as its board has a journal of it."""
        if not state.boards:
            return {}
        by_board: dict[str, list[KeptGame]] = {}
        for game, _ in self._games.all():
            by_board.setdefault(game.board, []).append(game)
        names = tags_names(state)
        found: dict[GameKey, BoardWord] = {}
        for key, board in state.boards.items():
            played = [game for game in by_board.get(board, ()) if is_game(game.short.tags, state, key, names)]
            if played:
                found[key] = self._said(max(played, key=lambda game: game.number))
        return found

    def _said(self, game: KeptGame) -> BoardWord:
        short, feed = game.short, self.boards[game.board].feed
        result = short.result if short.over and short.result in RESULTS else ""
        unusual = short.result if short.over and not result and short.result != "*" else ""
        is_followed = feed.followed == game.journal and feed.state.opening is not None
        is_held = feed.delay != NONE and (not feed.state.over if is_followed else feed.path == game.journal)
        return BoardWord(game.board, short.over, result, unusual, is_held)


def tags_names(state: EventState) -> list[Mapping[str, str]]:
    """The names that a board may have been given: those by which the event is published now, the whole names, and the initials."""
    whole = {one.id: one.shown for one in state.entrants}
    return [shown_names(state), whole, {one.id: one.shown for one in with_initials(state).entrants}]


def is_game(tags: PublicTags, state: EventState, key: GameKey, names: Iterable[Mapping[str, str]]) -> bool:
    """Whether a game with these tags is that game of the event."""
    round_, white, black = key
    if (tags.event or "", tags.round or "") != (event_name(state), str(round_)):
        return False
    return any((tags.white, tags.black) == (one[white], one[black]) for one in names)


def event_name(state: EventState) -> str:
    """The name by which boards know the event."""
    return state.made.name or state.made.competition


def games_of(state: EventState) -> Iterator[tuple[GameKey, PairedGame]]:
    """The games that are paired, each with its key."""
    for one in state.rounds:
        for game in one.games:
            yield (one.round, game.white, game.black), game
