"""What can change an event. Each is a row of its file; the names of the classes and of their fields are the permanent format."""

from dataclasses import dataclass

import msgspec


class ChangePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what stands within a change. `msgspec.structs.replace` makes another one of it."""


class ChangeKind(ChangePart, frozen=True, tag_field="kind", tag=True):
    """The base of changes. The name of the class is the `kind` of its JSON."""


class EventMade(ChangeKind, frozen=True):
    """The event was made: its competition (regulations A to H) and what is known of it."""

    competition: str
    in_class: str = ""
    group: str = ""
    name: str = ""
    rounds: int = 0
    """How many rounds the arbiter has set; 0 where the regulation says it."""
    date: str = ""
    """As `2026-11-21`, or empty."""
    start: str = ""
    """The hour at which it begins, as `10:00`, or empty."""
    time_control: str = ""
    """What the arbiter has set in place of the time control of the regulation; empty for that."""


class EventNamed(ChangePart, frozen=True):
    """The name of an event and the day on which it begins."""

    name: str = ""
    date: str = ""
    """As `2026-11-21`, or empty."""


class EventCorrected(ChangeKind, frozen=True):
    """The name or the date of the event was corrected."""

    was: EventNamed
    now: EventNamed


class StartChanged(ChangeKind, frozen=True):
    """The hour at which the event begins was changed; empty where it is not known."""

    was: str
    now: str


class TimeControlChanged(ChangeKind, frozen=True):
    """The time control that boards are given was changed, in the notation of `clock.control`."""

    was: str
    """Empty where boards kept their own."""
    now: str
    """Empty for that of the regulation."""


class Entrant(ChangePart, frozen=True):
    """A player or a team of the event."""

    id: str
    name: str = ""
    club: str = ""
    in_class: str = ""
    born: str = ""
    """As `2014-09-01`, or empty."""
    number: int = 0
    """The number that was given at entry; 0 for none."""
    rating: int = 0

    @property
    def shown(self) -> str:
        """The name, or the id of one who has none."""
        return self.name or self.id


class EntrantsEntered(ChangeKind, frozen=True):
    """Entries that were made together."""

    entrants: tuple[Entrant, ...]


class EntrantCorrected(ChangeKind, frozen=True):
    """An entry was corrected: its name, club, class, date of birth or rating."""

    was: Entrant
    now: Entrant


class EntrantRemoved(ChangeKind, frozen=True):
    """An entry was removed before the draw, as one that was made by mistake."""

    id: str


class RoundsChanged(ChangeKind, frozen=True):
    """A Swiss event has another number of rounds; it is over where so many are paired."""

    was: int
    now: int


class LotDrawn(ChangeKind, frozen=True):
    """The lot was drawn: the groups, each with its ids in the order of their numbers."""

    seed: int
    groups: tuple[tuple[str, ...], ...]


class PairedGame(ChangePart, frozen=True):
    """A game of a round; of teams, a match whose first named team has White on the odd boards."""

    white: str
    black: str
    group: int = 1
    by_hand: bool = False
    """The arbiter asked for this pair."""

    @property
    def pair(self) -> frozenset[str]:
        return frozenset({self.white, self.black})


class RoundPaired(ChangeKind, frozen=True):
    """A round was paired."""

    round: int
    games: tuple[PairedGame, ...]
    free: tuple[str, ...] = ()
    """Who has no opponent: in the Swiss system that is a bye and a point."""
    absent: tuple[str, ...] = ()
    """Who said that he cannot come; in a table his game is to be caught up."""


NEITHER_CAME = "0-0"


class EnteredResult(ChangePart, frozen=True):
    """The result of a game in White's view: 1-0, 0-1 or draw; of teams the board points, such as 3.5-4.5. Empty: it has none any more.

    A game to which neither came is booked as NEITHER_CAME, which both lose (R27).
    """

    round: int
    """Of a play-off, here and in other changes, its number below 0: -1 is the first one of these two with these colours."""
    white: str
    black: str
    result: str
    default: bool = False
    """It was not played, but booked."""


class ColoursTurned(ChangeKind, frozen=True):
    """A game was played with the colours the other way round; who has won it stays."""

    round: int
    white: str
    """Who was paired with White, and had Black."""
    black: str


class ResultsEntered(ChangeKind, frozen=True):
    """Results that were entered together."""

    results: tuple[EnteredResult, ...]


class MatchBoards(ChangePart, frozen=True):
    """The results of the boards of a match, in White's view: 1-0, 0-1 or draw, empty where it is not played.

    Where Black is missing it is `+-`, where White is `-+`, where both are `--`.
    """

    round: int
    white: str
    """The first named team."""
    black: str
    boards: tuple[str, ...]


class BoardsEntered(ChangeKind, frozen=True):
    """The boards of matches as they stand; a match has a result once all its boards are decided."""

    matches: tuple[MatchBoards, ...]


class EntrantWithdrawn(ChangeKind, frozen=True):
    """Somebody withdrew for good."""

    id: str
    games: str = ""
    """What the arbiter decided of his games: `lapse`, or the rest is `won` by the opponents; empty where the regulation says it."""


class EntrantReturned(ChangeKind, frozen=True):
    """Somebody who had withdrawn takes part again."""

    id: str


class OrderDecided(ChangeKind, frozen=True):
    """The arbiter entered the order of some who were equal, the best first."""

    ids: tuple[str, ...]


class ChangeUndone(ChangeKind, frozen=True):
    """The last change that stood was taken back."""

    of: int
    """The number of its row."""


class LineUpGiven(ChangeKind, frozen=True):
    """A team handed in its list of players, in one order for all rounds (B 6)."""

    team: str
    players: tuple[str, ...]
    """The names by boards; empty where nobody plays."""
    at: str
    """When it was handed in, as `2026-11-21T09:40`."""


class EventSettled(ChangeKind, frozen=True):
    """How the event is published and confirmed from now on."""

    public: str = ""
    """Who sees it: `names`, or `initials` in place of the names; empty: nobody who is not signed in."""
    at_once: bool = False
    """Whether the result of a board counts without an arbiter's tap."""


class GameAtBoard(ChangePart, frozen=True):
    """A game of a round, and the key of the board at which it is played."""

    white: str
    black: str
    board: str
    of_match: int = 0
    """The number of the board in a match of teams; 0 where two players play."""


class BoardsGiven(ChangeKind, frozen=True):
    """Games of a round, or play-offs, were given their boards."""

    round: int
    games: tuple[GameAtBoard, ...]


class PersonForgotten(ChangeKind, frozen=True):
    """Somebody was forgotten: his name was taken out of the changes before. It cannot be taken back."""

    ids: tuple[str, ...]
    """What stands for him since."""


class EndAccepted(ChangeKind, frozen=True):
    """The file ended before a row that was known of, as an older copy does, and somebody went on from there. It cannot be taken back."""

    known: int
    """The last row that was known of."""


class AppealMade(ChangeKind, frozen=True):
    """A party appeals against a ruling of the arbiter on a game of the event."""

    number: int
    """Of the appeal within the event, from 1 on."""
    round: int
    white: str
    black: str
    party: str
    """Who appeals: an id."""
    against: str = ""
    """The ruling; empty where the arbiter has made none."""
    grounds: str = ""
    told: str = ""
    """When the ruling was told to the parties, as it was entered; empty without a ruling."""
    made: str = ""
    """When the appeal was made, as it was entered."""
    written: bool = False
    """Whether it was made in writing or by mail."""
    next_match_day: str = ""
    reasons: tuple[str, ...] = ()
    """Why the appeal is not admissible, as the regulations name it; empty where it is."""
    until: str = ""
    """The end of the 24 hours."""
    decide_before: str = ""
    """The match day before which the commission decides; empty where it decides as soon as may be."""
    board: int = 0
    """The board of a match of teams; 0 for a game of two players, or a whole match."""


class CommissionMember(ChangePart, frozen=True):
    """A club with an internal competition, and its member of the commission."""

    club: str
    member: str


class CommissionSeated(ChangeKind, frozen=True):
    """Who sits on an appeal, and who stands back."""

    number: int
    """Of the appeal."""
    members: tuple[CommissionMember, ...]
    chair: str
    vice: str
    sit: tuple[str, ...] = ()
    stand_back: tuple[str, ...] = ()


class MemberVote(ChangePart, frozen=True):
    """The vote of a member: `uphold` or `reject`."""

    member: str
    vote: str


class VerdictGiven(ChangeKind, frozen=True):
    """The commission has voted on an appeal."""

    number: int
    """Of the appeal."""
    votes: tuple[MemberVote, ...]
    outcome: str = ""
    """`uphold` or `reject`; empty where the votes give none."""
    casting: str = ""
    """Whose vote decided a tie."""
    said: str = ""
    """What the commission says of it, such as what holds now."""


class ConditionFound(ChangePart, frozen=True):
    """What was found of one condition of Art. 2."""

    article: str
    """Such as `2 B.3`."""
    demand: str
    found: str
    """`holds`, `broken`, `jury` where no program judges it, or `unknown` where the search was not enough."""
    squares: tuple[int, ...] = ()
    """The squares of the pieces that break it."""


class ProblemEntered(ChangeKind, frozen=True):
    """A problem was entered, with what was found of the conditions."""

    id: str
    author: str
    fen: str
    """The position, the side to move first."""
    solution: str = ""
    """As the author gives it; nothing checks it."""
    conditions: tuple[ConditionFound, ...] = ()


class ProblemMarked(ChangeKind, frozen=True):
    """A juror's mark for a problem. A later one of the same juror replaces it."""

    problem: str
    juror: str
    mark: str
    """A number such as `7.5`; the regulation has no scale."""


class JuryOrdered(ChangeKind, frozen=True):
    """The jury's order: the places from the first down, each with the problems that share it."""

    places: tuple[tuple[str, ...], ...]


Change = (
    EventMade
    | EventCorrected
    | StartChanged
    | TimeControlChanged
    | EntrantsEntered
    | EntrantCorrected
    | EntrantRemoved
    | RoundsChanged
    | LotDrawn
    | RoundPaired
    | ColoursTurned
    | ResultsEntered
    | BoardsEntered
    | EntrantWithdrawn
    | EntrantReturned
    | OrderDecided
    | LineUpGiven
    | EventSettled
    | BoardsGiven
    | PersonForgotten
    | EndAccepted
    | AppealMade
    | CommissionSeated
    | VerdictGiven
    | ProblemEntered
    | ProblemMarked
    | JuryOrdered
    | ChangeUndone
)


NEUTRAL = PersonForgotten | EndAccepted
"""The changes that change nothing in how the event stands, and are not taken back."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who made a change, and why; the reason is empty where none was given."""

    by: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A row of the file."""

    number: int
    t_ns: int
    """The time of day in nanoseconds since 1970, UTC."""
    who: Who
    change: Change
