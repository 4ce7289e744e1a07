"""The changes of an event that are about an appeal (appendix 5). The names of the classes and of their fields are the permanent format."""

from tournament.events.change_struct import ChangeKind, ChangePart


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
