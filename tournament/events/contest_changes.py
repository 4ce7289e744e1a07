"""The changes of a problem contest (regulation H). The names of the classes and of their fields are the permanent format."""

from tournament.events.change_struct import ChangeKind, ChangePart


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
