"""Who may play where: the classes of club events (A 2), and the ages of the championships of juniors (E 4)."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Final

from rules.errors import _
from tournament.competitions import GROUPS_OF_EIGHT, PlayerClass
from tournament.errors import RegulationError

CHOOSES: Final = range(5, 9)
"""The numbers of the RHAA that choose between EK and HA at club events (A 2)."""
SEPTEMBER: Final = 9


class AgeClass(StrEnum):
    """A championship of juniors (E 1)."""

    PUPILLEN = "pupillen"
    JEUGD = "jeugd"
    JUNIOREN = "junioren"


YOUNGER_THAN: Final[Mapping[AgeClass, int]] = {AgeClass.PUPILLEN: 12, AgeClass.JEUGD: 16, AgeClass.JUNIOREN: 21}
"""The age that a player has not reached on 1 September (E 4)."""


def classes_at_club_events(player_class: PlayerClass, number: int = 0) -> tuple[PlayerClass, ...]:
    """Return the classes in which a player may play at club events (A 2). `number` is that of a player of the RHAA in it."""
    if player_class not in GROUPS_OF_EIGHT:
        return (player_class,)
    may_choose = player_class == PlayerClass.RHAA and number in CHOOSES
    return (PlayerClass.EK, PlayerClass.HA) if may_choose else (PlayerClass.EK,)


def age_in_season(born: date, year: int) -> int:
    """Return the age in whole years on 1 September of the year in which the season begins (E 4, R17).

    RegulationError: the day of birth is later.
    """
    if born > date(year, SEPTEMBER, 1):
        raise RegulationError(_("born is {born}, which is after 1 September {year}"), born=born.isoformat(), year=year)
    return year - born.year - ((born.month, born.day) > (SEPTEMBER, 1))


def age_classes(age: int) -> tuple[AgeClass, ...]:
    """Return the championships of juniors that a player of that age may play in (E 4)."""
    return tuple(age_class for age_class, limit in YOUNGER_THAN.items() if age < limit)
