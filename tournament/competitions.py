"""The competitions that the regulations A to I are about, and the classes of players."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Competition(StrEnum):
    """A competition, by the letter of its regulation."""

    A = "A"
    """Club events."""
    B = "B"
    """Club championships, of teams of eight."""
    C = "C"
    """The championship in groups of eight: KK, HAA, RHAA."""
    D = "D"
    """The championship of the HA and the classes below it."""
    E = "E"
    """The championships of juniors."""
    F = "F"
    """Sneldammen, the open championship of blitz."""
    G = "G"
    """The mini club championship, of teams of four."""
    H = "H"
    """A problem contest."""
    I = "I"  # noqa: E741 - it is the letter of the regulation
    """A simultaneous exhibition."""


class PlayerClass(StrEnum):
    """A class of players, from the highest down. The EK is that of KK, HAA and RHAA at club events (A 2)."""

    EK = "EK"
    KK = "KK"
    HAA = "HAA"
    RHAA = "RHAA"
    HA = "HA"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"


GROUPS_OF_EIGHT: Final = (PlayerClass.KK, PlayerClass.HAA, PlayerClass.RHAA)
"""The classes of C, highest first (C 2)."""
EIGHT: Final = 8
"""How many players a group of eight has; they are numbered from 1 to 8 (C 2)."""
FROM_SWISS: Final = 9
"""From so many players on the HA plays by the Swiss system (D 4)."""
ROUNDS_OF_HA: Final = 6
"""The rounds that the HA plays by the Swiss system (D 4)."""
BOARDS: Final[Mapping[str, int]] = {Competition.B: 8, Competition.G: 4}
"""The boards of a match, of the competitions whose entrants are teams (B 4, G 4)."""
