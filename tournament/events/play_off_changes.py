"""The changes of play-offs that are played at boards. The names of the classes and of their fields are the permanent format."""

from tournament.events.change_struct import ChangeKind, ChangePart


class PlayOffBoards(ChangeKind, frozen=True):
    """The boards of a play-off of teams as they stand; it has a result once all its boards are decided."""

    number: int
    """From 1 on, of the play-offs of these two with these colours."""
    white: str
    """The first named team, which has White on the odd boards."""
    black: str
    boards: tuple[str, ...]
    """As those of a match in a round."""


class PlayOffAtBoard(ChangePart, frozen=True):
    """A play-off, or a board of one of teams, and the key of the board at which it is played."""

    white: str
    black: str
    board: str
    of_match: int = 0
    """The number of the board in a match of teams; 0 where two players play."""


class PlayOffsGiven(ChangeKind, frozen=True):
    """Play-offs were given their boards."""

    number: int
    """From 1 on, of the play-offs of these two with these colours."""
    games: tuple[PlayOffAtBoard, ...]
