"""The results of a hall, from the journals of all its boards, with what is missing: the interface on which a tournament builds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hub.board_faults import MISSHAPEN
from hub.boards.kept_games import text_result
from hub.boards.round_games import in_address
from hub.venue.link import read_link
from record.events.about import PublicTags
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.in_short import GameInShort, in_short
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

NO_RESULT = "*"


class Missing(Phrase):
    """What is missing of a result."""

    PLAYED = "it is still played"
    BEHIND = "it is still played, and the hub lacks {count} row of it", "it is still played, and the hub lacks {count} rows of it"
    CUT_OFF = "it was still played when the board was last heard, which cannot be reached now"
    NO_RESULT = "it was closed without a result"
    NOT_BEGUN = "no game of this round has begun there"
    UNREADABLE = "its journal cannot be read: {why}"
    NO_GAMES = "its games cannot be listed: {why}"


@dataclass(frozen=True, slots=True)
class HallResult:
    """A game of a board, or a board of which one is missing; then `game` is empty."""

    key: str
    game: str
    tags: PublicTags
    result: str
    missing: Sentence | None
    """What is missing; None for a game that is over and has a result."""
    is_over: bool = False
    """Whether nothing more is played: it has a result, or was closed without one."""
    is_played: bool = True
    """False for a game that is won because a player did not come (`State.is_played`)."""

    @property
    def board(self) -> str:
        """The number of the board in the match, else its key."""
        return self.tags.board or self.key


def hall_results(states: Mapping[str, Path], event: str | None = None, round_: str | None = None) -> list[HallResult]:
    """All games that have begun, or those of that event and round, in the order of the boards.

    Where a round is asked for, a board without a game of it is listed too. Names of events and rounds are compared as addresses write them.
    """
    found: list[HallResult] = []
    for key, state in states.items():
        games = [one for one in _games(key, state) if _is_of(one, event, round_)]
        if round_ is not None and not games:
            games = [HallResult(key, "", PublicTags(event=event, round=round_), NO_RESULT, Missing.NOT_BEGUN.said())]
        found += games
    return sorted(found, key=_in_order)


def _in_order(one: HallResult) -> tuple[bool, int, str, str]:
    """By the numbers of the boards, which may have any count of digits; boards with other names come last."""
    if one.board.isdecimal():
        return False, len(number := one.board.lstrip("0")), number, one.game
    return True, 0, one.board, one.game


def _is_of(one: HallResult, event: str | None, round_: str | None) -> bool:
    pairs = ((event, one.tags.event), (round_, one.tags.round))
    return not one.game or all(asked is None or in_address(asked) == in_address(told or "") for asked, told in pairs)


def _games(key: str, state: Path) -> Iterator[HallResult]:
    try:
        folders = numbered(state / GAMES) if (state / GAMES).exists() else []
    except OSError as error:
        yield HallResult(key, "", PublicTags(), NO_RESULT, Missing.NO_GAMES.said(why=sentence_of(error)))
        return
    for folder in folders:
        journal = folder / JOURNAL_NAME
        if not journal.exists():
            continue
        try:
            if short := in_short(journal):
                text_result(short.result)
        except (DamcamError, *MISSHAPEN) as error:
            yield HallResult(key, folder.name, PublicTags(), NO_RESULT, Missing.UNREADABLE.said(why=sentence_of(error)))
            continue
        if short:
            yield HallResult(key, folder.name, short.tags, short.result, _missing(state, folder.name, short), short.over, short.is_played)


def _missing(state: Path, game: str, short: GameInShort) -> Sentence | None:
    if short.over:
        return Missing.NO_RESULT.said() if short.result == NO_RESULT else None
    link = read_link(state)
    if link and not link.online:
        return Missing.CUT_OFF.said()
    return Missing.BEHIND.said(count=link.behind) if link and link.behind and link.game == game else Missing.PLAYED.said()
