"""Carries the words that are put into the inboxes of a mirrored board to that board, and its answers back.

A word lives LIFE_NS from the moment when the mirror takes it up. The board decides whether it was taken up in time; until its answer is
here the outcome is open, and the hub goes on asking for it. Only a word that was never sent is withdrawn here.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from secrets import token_hex

from hub.venue.mirrored_games import MirroredGames, file_of
from hub.venue.venue_says import VenueSays
from hub.wire.downward import WordGiven
from hub.wire.upward import AnswerTold, Pulse
from record.decisions.carried_words import CarriedInbox, CarriedWord
from record.decisions.inbox import WITHDRAWN
from record.store.inbox_file import damaged_set_aside, inbox_of
from record.store.written_lately import WrittenLately

_log = logging.getLogger(__name__)
LIFE_NS = 5_000_000_000
"""How long a word waits to be taken up, as at the board itself (`hub.boards.handing`)."""
LOOKED_AFTER_NS = 1_000_000_000
"""A look at the inbox that came later than so long after the one before shortens the life of the words that it finds."""
ASKS_EVERY_NS = 1_000_000_000
CHANGING_NS = 500_000_000
"""So long after a change of its files an inbox is read at each look."""
HELD_NS = 3_000_000_000
"""How long an answer waits for the rows that were on the board's disk before it: whoever reads it looks at the game then."""
MS = 1_000_000


@dataclass(slots=True)
class _OnItsWay:
    """A word that was taken from an inbox, and whose answer is not here."""

    carried: CarriedWord
    row: int
    until_ns: int
    sent: bool = False
    """Whether it may have reached the board."""
    asked_ns: int = 0
    answered: tuple[AnswerTold, int] | None = None
    """The answer that waits for its rows, and when it came."""


class MirroredWords:
    """The inboxes of one board at the hub. `send` sends a message to it, and says whether it was sent."""

    def __init__(self, games: MirroredGames, send: Callable[[WordGiven], bool]) -> None:
        self._games, self._send = games, send
        self._inboxes: dict[str, CarriedInbox] = {}
        self._files: dict[str, tuple[int, int] | None] = {}
        """Which file each of them is."""
        self._on_its_way: dict[str, tuple[str, _OnItsWay]] = {}
        self._looked_ns: int | None = None
        self._earlier: list[str] | None = None
        """The games before the newest whose inboxes are yet to be looked into, once each: an earlier mirror may have left words there."""
        self._written: dict[str, WrittenLately] = {}
        """When each inbox is to be read."""

    def look(self, games: Collection[str], now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Take up what was put in for these games, and ask again for what is not answered; the first time for earlier games as well.

        `heard` is the last pulse, and when it came; None while the board cannot be reached. LogError when an inbox cannot be used.
        """
        if self._earlier is None:
            self._earlier = self._games.earlier()
        before_ns, self._looked_ns = self._looked_ns, now_ns
        until_ns = None if before_ns is None else now_ns + LIFE_NS - max(0, now_ns - before_ns - LOOKED_AFTER_NS)
        self._leave(games)
        for game in games:
            if game not in self._written:
                inbox_file = inbox_of(self._games.journal(game))
                self._written[game] = WrittenLately((inbox_file, f"{inbox_file}-wal"), CHANGING_NS, ASKS_EVERY_NS)
            if self._written[game].is_to_be_read(now_ns) and (inbox := self._inbox(game, now_ns)):
                self._take_up(game, inbox, until_ns, is_heard=heard is not None)
        while self._earlier:  # one that cannot be used hinders the others at this look alone
            game = self._earlier.pop(0)
            if inbox := self._inbox(game, now_ns):
                self._take_up(game, inbox, until_ns, is_heard=heard is not None)
        for of, word in list(self._on_its_way.values()):
            self._go_on(of, word, now_ns, heard)

    def answer(self, told: AnswerTold, now_ns: int) -> bool:
        """Write the answer to a word into its inbox, once the rows before it are here; whether there is such a word. LogError."""
        if told.word not in self._on_its_way:
            return False
        game, word = self._on_its_way[told.word]
        word.answered = word.answered or (told, now_ns)
        if self._games.end(game).row_id < told.row and now_ns - word.answered[1] < HELD_NS:
            return True
        became = VenueSays.WITHDRAWN.said(seconds=LIFE_NS // 10**9) if told.became == WITHDRAWN else told.became
        self._inboxes[game].answer(word.carried.number, became)
        del self._on_its_way[told.word]
        return True

    @property
    def open(self) -> int:
        """How many words are on their way."""
        return len(self._on_its_way)

    def close(self) -> None:
        for inbox in self._inboxes.values():
            inbox.close()
        self._inboxes.clear()

    def _take_up(self, game: str, inbox: CarriedInbox, until_ns: int | None, *, is_heard: bool) -> None:
        """Take up what waits in the inbox and lives until then; None where it was put in before anybody looked."""
        for number in inbox.waiting():
            if until_ns is None:
                inbox.answer(number, VenueSays.OF_BEFORE.said())
            elif not is_heard:
                inbox.answer(number, VenueSays.CUT_OFF.said())
            elif taken := inbox.take_away(number, token_hex(16)):
                upon, ends_ns = inbox.upon(number), inbox.until_ns(number)  # it may have waited until the disk took the note
                row = self._games.end(game).row_id if upon is None else upon
                self._on_its_way[taken.word] = game, _OnItsWay(taken, row, min(until_ns, until_ns if ends_ns is None else ends_ns))

    def _leave(self, games: Collection[str]) -> None:
        """Close the inboxes of other games, unless an answer for one is to come."""
        needed = {*games, *(of for of, _ in self._on_its_way.values())}
        for other in self._inboxes.keys() - needed:
            self._inboxes.pop(other).close()

    def _inbox(self, game: str, now_ns: int) -> CarriedInbox | None:
        """The inbox of that game, where somebody has put anything in. What an earlier mirror sent is asked for."""
        journal = self._games.journal(game)
        self._see_file(game)
        if game not in self._inboxes and inbox_of(journal).exists():
            if aside := damaged_set_aside(journal):
                _log.error("%s", VenueSays.SET_ASIDE.said(aside=str(aside)))
                return None
            inbox = self._inboxes[game] = CarriedInbox(journal)
            self._files[game] = file_of(inbox_of(journal))
            for carried in inbox.unanswered():
                self._on_its_way[carried.word] = game, _OnItsWay(carried, 0, now_ns, sent=True)
        return self._inboxes.get(game)

    def _see_file(self, game: str) -> None:
        """Leave an inbox whose file somebody has deleted, or put another in its place. Nobody hears any more what became of its words."""
        if game in self._inboxes and file_of(inbox_of(self._games.journal(game))) != self._files[game]:
            self._inboxes.pop(game).close()
            self._on_its_way = {word: one for word, one in self._on_its_way.items() if one[0] != game}

    def _go_on(self, game: str, word: _OnItsWay, now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Send the word, or ask what became of it; withdraw one that was never sent and whose life is over."""
        left_ns = word.until_ns - now_ns
        if word.answered:
            self.answer(word.answered[0], now_ns)
        elif left_ns <= 0 and not word.sent:
            self.answer(AnswerTold("", word.carried.word, WITHDRAWN), now_ns)
        elif heard and (not word.sent or now_ns - word.asked_ns >= ASKS_EVERY_NS):
            pulse, heard_ns = heard
            given = WordGiven(
                machine=pulse.machine,
                word=word.carried.word,
                game=game,
                row=word.row,
                kind=word.carried.kind,
                json=word.carried.json,
                boot=pulse.boot,
                pulse=pulse.number,
                since_ms=(now_ns - heard_ns) // MS,
                left_ms=max(0, left_ns // MS),
            )
            if self._send(given):
                word.sent, word.asked_ns = True, now_ns
