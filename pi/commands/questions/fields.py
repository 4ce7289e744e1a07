"""What the fields of a question may be, and what is wrong with one."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from pi.commands.questions.answers import Answer
from tournament.competitions import GROUPS_OF_EIGHT, PlayerClass
from tournament.errors import TournamentError

MANY: Final = 10_000
"""More players, teams or rounds than this are a slip, and would only cost time."""
SHOWN: Final = 60
"""Characters of a wrong value that are shown."""
Count = Annotated[int, Meta(ge=0, le=MANY)]
Positive = Annotated[int, Meta(ge=1, le=MANY)]
Id = Annotated[str, Meta(pattern=r"\S")]
"""The id of a player, team or club, which is not empty."""
Points = Annotated[float, Meta(ge=0, le=MANY, multiple_of=0.5)]


class QuestionError(TournamentError):
    """A question that has no such fields. Only programs read what it says, in English."""


class Question(msgspec.Struct, kw_only=True):
    """The fields of a question, which are checked; null is as good as missing."""

    @abstractmethod
    def answer(self) -> Answer:
        """The answer as JSON has it. TournamentError: the regulations have none, or ids contradict one another."""


class Row(msgspec.Struct, kw_only=True):
    """An object in a list of a question."""


def round_in(round_: int, field: str) -> int:
    if not round_:
        raise QuestionError("{field} is missing or 0; a whole number from 1 to {most} was expected", field=field, most=MANY)
    return round_


def check_once(field: str, ids: Sequence[str]) -> None:
    """QuestionError: an id stands in the field twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise QuestionError("{field} has {id} twice", field=field, id=repr(id))
        seen.add(id)


def several(field: str, ids: str | Sequence[str]) -> Sequence[str]:
    """The ids of a field that may have one alone. QuestionError: as `_once`."""
    several = [ids] if isinstance(ids, str) else ids
    check_once(field, several)
    return several


_CLASSES: Final[Mapping[str, Sequence[str]]] = {
    "A": tuple(PlayerClass),
    "C": GROUPS_OF_EIGHT,
    "D": (PlayerClass.HA, PlayerClass.FIRST, PlayerClass.SECOND, PlayerClass.THIRD),
}
"""The classes of each competition; of the others none is asked."""


def check_class(competition: str, player_class: str) -> None:
    """QuestionError: the competition has no such class."""
    classes = _CLASSES.get(competition)
    if player_class and classes and player_class not in classes:
        raise QuestionError("class is {value}; one of {choices} was expected", value=shown(player_class), choices=quoted(classes))


def shown(value: object) -> str:
    """A wrong value as JSON writes it, cut where it is long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def quoted(choices: Sequence[str]) -> tuple[str, ...]:
    return tuple(repr(str(choice)) for choice in choices)
