"""A game whose presses others read: it is ruled and recorded as a board's own game is, without pictures, clock times or a journal."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from msgspec import structs

from clock.control import SECOND_NS
from record.decisions.arbitration import Decision, decide
from record.decisions.commands import EnterMove
from record.decisions.entering import entry, not_followed, said_otherwise
from record.events.of_game import ClockStarted, Event, Pressed, Ruled, SessionOpened
from record.session.beliefs import after_entry
from record.session.pressing import IGNORED, NotCounted, PressMade, weigh
from record.session.running import RunningGame
from record.session.state import State
from record.telling.alerts import ReadFrom, ruled
from record.telling.sentences import side_word
from rules.board.evidence import Evidence
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.ruleset import NO_CROWNS
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule

UNTIMED = "none"
"""The time control of a game without a clock."""
BETWEEN_NS = 60 * SECOND_NS
"""The time between two events: presses that come later than this were not made together."""


class NotJudged(Phrase):
    """Why a press is not ruled."""

    NOT_NEXT = "press {seq} is not the next one, which is press {next}"


class JudgingError(DamcamError, ValueError):
    """A press that is not ruled."""


@dataclass(frozen=True, slots=True)
class JudgedPress:
    """A ruling, and whether it is the opponent's press that hands a fault back."""

    event: Ruled
    hands_back: bool = False


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A game after the presses and rulings so far. Each step returns the game after it; where a step is refused, this game goes on."""

    lang: str
    game: RunningGame = field(default_factory=RunningGame)
    t_ns: int = 0

    @staticmethod
    def begun(start: Position, lang: str) -> "JudgedGame":
        """A game that begins from the position. The alerts are told in `lang`."""
        rules, crowns = start.rules, "" if start.rules.second_disc else NO_CROWNS
        opened = SessionOpened(rules.name, rules.board_size, full_fen(start), UNTIMED, white_ns=0, black_ns=0, crowns=crowns)
        return JudgedGame(lang)._after(opened)._after(ClockStarted(0, str(start.side)))

    @property
    def state(self) -> State:
        """What is on record."""
        return self.game.state

    def press(self, seq: int, side: Side, evidence: Evidence | None) -> tuple["JudgedGame", tuple[JudgedPress, ...]]:
        """Rule a press on its evidence, None where nothing was seen. Return the game and the rulings: amendments, then its own.

        DamcamError: the press is not the next one, does not count, or has the evidence of another board.
        """
        if seq != self.state.last_seq + 1:
            raise JudgingError(NotJudged.NOT_NEXT.said(seq=seq, next=self.state.last_seq + 1))
        event = weigh(self.game, PressMade(self.t_ns + BETWEEN_NS, side, seq, accepted=True))
        if not isinstance(event, Pressed):
            event = NotCounted.CLOCKS_STAND if isinstance(event, ClockStarted) else event
            raise JudgingError(IGNORED[event].said(seq=seq, side=side_word(side)))
        seen = evidence or Evidence.none(len(self.game.belief.position.contents()))
        belief, rulings = rule(self.game.belief, seq, side, seen)
        return replace(self, t_ns=event.t_ns)._after(event)._ruled(belief, rulings, seen, evidence is not None)

    def arbitrate(self, said: Decision | EnterMove) -> tuple["JudgedGame", tuple[JudgedPress, ...]]:
        """Carry out a ruling of the arbiter, or enter a move of the players. Return the game, and the later presses that are ruled anew.

        DamcamError: the ruling is not possible as the game stands.
        """
        if isinstance(said, Decision):
            return self._after(decide(self.state, said, self.t_ns)), ()
        event = entry(self.state, said, self.t_ns, self.lang)
        if not event.taken:
            return self._after(event), ()
        belief, rulings = after_entry(self.game.belief, event, self.game.recent)
        return self._after(event, belief)._kept([(ruled(replace(ruling, amends=True), self.lang), ruling.hands_back) for ruling in rulings])

    def _ruled(
        self, belief: Belief, rulings: Sequence[Ruling], seen: Evidence, is_seen: bool
    ) -> tuple["JudgedGame", tuple[JudgedPress, ...]]:
        *amendments, own = rulings
        amended = [(ruled(one, self.lang, remarks=said_otherwise(self.state, one, self.lang)), one.hands_back) for one in amendments]
        read_from = ReadFrom(seen.log_p, heights=seen.heights) if is_seen else ReadFrom()
        own_event = ruled(own, self.lang, read_from, not_followed(self.state, own, seen, self.lang))
        game, told = self._kept(amended)
        game = game._after(own_event, belief)
        return game, (*told, JudgedPress(structs.replace(own_event, alerts=game.state.told(own_event.alerts)), own.hands_back))

    def _kept(self, events: Sequence[tuple[Ruled, bool]]) -> tuple["JudgedGame", tuple[JudgedPress, ...]]:
        """The game after the events, and they as they are told; with each, whether its press hands a fault back."""
        game, told = self, []
        for event, hands_back in events:
            game = game._after(event)
            told.append(JudgedPress(structs.replace(event, alerts=game.state.told(event.alerts)), hands_back))
        return game, tuple(told)

    def _after(self, event: Event, belief: Belief | None = None) -> "JudgedGame":
        return replace(self, game=self.game.after(event, belief))
