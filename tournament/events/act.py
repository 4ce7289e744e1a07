"""What an act is: something that an organiser does to an event, by a command of `damcam event` and by a form of its page alike.

The fields of an act are a frozen dataclass, and its docstring is what the command says of itself. From the table of acts
(`tournament.events.acts`) the command line makes the commands and the hub the forms:

    @dataclass(frozen=True, slots=True)
    class Withdraw:
        '''Withdraws somebody for good.'''

        id: str = given(_("Who"), "who withdraws", word=True, kind=Kind.ENTRANT)
        reason: str | None = reason(required=True)

    Act("withdraw", Withdraw, withdraw, "withdraw a player or team for good", _("Withdraw"))

Each act is decided on by the event and its fields: `decide` returns the changes, or raises a TournamentError that says why there are
none. Whoever may write the file does it by the command; on the page it is the arbiter.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from typing import Any, Final

from rules.errors import Phrase, Sentence, _
from tournament.errors import TournamentError
from tournament.events.changes import Change, ChangeRow, Who
from tournament.events.event_file import KeptEvent, append, read_event
from tournament.events.state import EventState, folded
from tournament.events.telling import change_said
from tournament.events.texts_given import number_in, reason_in

FIELD: Final = "act"
"""The key of what `given` says in the metadata of a dataclass's field."""
REASON: Final = "reason"
"""The name of the field that is the reason of the row."""


class Kind(StrEnum):
    """How a field is shown in a form."""

    TEXT = auto()
    DAY = auto()
    HOUR = auto()
    MOMENT = auto()
    NUMBER = auto()
    CHOICE = auto()
    LIST = auto()
    """A file."""
    MARK = auto()
    """A box to tick."""
    ENTRANT = auto()
    """One of those who have entered and have not withdrawn."""
    WITHDRAWN = auto()
    """One of those who have withdrawn."""
    CLASS = auto()
    """One of the classes of the competition."""
    PROBLEM = auto()
    """One of the problems of a contest."""


@dataclass(frozen=True, slots=True)
class Given:
    """How a field of an act is given."""

    label: str
    """In a form, in English; empty for a field of the command alone."""
    help: str
    """Of the command; empty for a field of the form alone."""
    is_word: bool
    """Whether the command has it as a word, else as an option."""
    is_required: bool
    """Whether the command, and the form, must have it."""
    form_needs: bool
    """Whether the form must have it."""
    kind: Kind
    key: str
    """The name of the option and of the form's field; empty for that of the dataclass."""
    metavar: str
    choices: Mapping[str, str]
    """The values, each with its label."""
    most: int
    """How many characters the form takes."""
    asks: Callable[[EventState], bool]
    """Whether the form of this event asks for it."""


def given(
    label: str,
    help: str = "",
    *,
    word: bool = False,
    required: bool = False,
    form_needs: bool = False,
    kind: Kind = Kind.TEXT,
    key: str = "",
    metavar: str = "",
    choices: Mapping[str, str] | None = None,
    most: int = 100,
    asks: Callable[[EventState], bool] = lambda _state: True,
    default: Any = "",
) -> Any:
    """A field of an act's dataclass, as `dataclasses.field` makes it. Its type says what its texts become: see `from_texts`."""
    known = Given(label, help, word, required, required or form_needs, kind, key, metavar, choices or {}, most, asks)
    return dataclasses.field(default=default, metadata={FIELD: known})


def reason(help: str = "why", *, required: bool = False, label: str = _("Reason"), most: int = 200) -> Any:
    """The field `reason` of an act, a `str | None`. It becomes the reason of the row."""
    return given(label, help, required=required, most=most, default=None)


class IncompleteAct(TournamentError):
    """What was given for an act is not complete, or does not go together, in whatever event."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The change that was decided on, and what is told with it."""

    change: Change
    notes: Sequence[Sentence] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """An event as an act is decided by it."""

    state: EventState
    rows: Sequence[ChangeRow]
    now: datetime
    """The time of day here, without a zone."""


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was done."""

    given: Any
    """Its fields."""
    decided: Decided
    before: EventState
    after: KeptEvent

    @property
    def change(self) -> Any:
        """What it changed."""
        return self.decided.change

    def told(self, names: Mapping[str, str] | None = None) -> list[Sentence]:
        """What was done, with the names of entrants by their ids, or with the ids, and the notes."""
        return [change_said(self.change, names, self.after.rows), *self.decided.notes]


WHOLE: Final = None
"""That an act is decided by the event as a whole, and refused where anything of it has changed since the page was shown."""


def nothing(_state: EventState, _given: Any) -> object:
    """That an act rests on nothing that somebody else may have changed since the page was shown."""
    return ()


@dataclass(frozen=True, slots=True)
class Act:
    """A row of the table of acts."""

    name: str
    """Of the command, and of the form."""
    fields: type[Any]
    decide: Callable[[Event, Any], Decided]
    help: str
    """One line, for the list of commands."""
    title: str
    """Of its form, and of the form's button."""
    answer: Callable[[Done], Iterable[dict[str, Any]]] = lambda _done: ()
    """What the command prints as JSON, where it has no printer of its own."""
    rests_on: Callable[[EventState, Any], object] | None = WHOLE
    """What of the event it is decided by. It is refused where that has changed since the page was shown."""
    is_for_games: bool = True
    """Whether it is for events with games alone, and not for a problem contest."""
    offered: Callable[[EventState], bool] = lambda _state: True
    """Whether the page of this event offers its form."""
    explains: str = ""
    """What the form says before its fields, in English."""


def fields_of(act: Act) -> list[tuple[dataclasses.Field[Any], Given]]:
    """The fields of the act, each with how it is given."""
    return [(one, one.metadata[FIELD]) for one in dataclasses.fields(act.fields)]


def key_of_field(one: "dataclasses.Field[Any]") -> str:
    """The name of the option and of the form's field."""
    return str(one.metadata[FIELD].key or one.name)


def from_texts(act: Act, texts: Mapping[str, Sequence[str]], files: Mapping[str, bytes]) -> Any:
    """The fields of the act from the texts of a form by the names of its fields; TournamentError where a number is none.

    A `tuple` has all texts of its name, others the first one; a `bool` is whether there is one that is not empty. Of the others what may be
    None is so where the form has no such field, and a reason or a number also where it is empty.
    """
    return act.fields(**{one.name: _value(one, given, texts, files) for one, given in fields_of(act)})


def _value(one: "dataclasses.Field[Any]", given: Given, texts: Mapping[str, Sequence[str]], files: Mapping[str, bytes]) -> Any:
    key = key_of_field(one)
    found = [text.strip() for text in texts.get(key, ())]
    first = found[0] if found else ""
    if one.type == tuple[str, ...]:
        return tuple(found)
    if one.type is bool:
        return bool(first)
    if one.type == bool | None:
        return bool(first)
    if one.type is int:
        return number_in(first, Sentence("", given.label))
    if one.type == int | None:
        return None if not first else 0 if first == "0" else number_in(first, Sentence("", given.label))
    if one.type == bytes | None:
        return files.get(key)
    if one.type == str | None:
        is_reason = one.name == REASON
        return None if (not found or (is_reason and not first)) and not (is_reason and given.is_required) else first
    return first


def decide(act: Act, event: KeptEvent, given: Any, now: datetime) -> Done:
    """What the act would do, which is not done; TournamentError where it cannot be."""
    return Done(given, act.decide(Event(event.state, event.rows, now), given), event.state, event)


def do(act: Act, event: KeptEvent, given: Any, by: str, now: datetime) -> Done:
    """Decide on the act and write its change; TournamentError, with nothing written, where it cannot be done.

    Where somebody else changed the event meanwhile, as during a long pairing, it is decided anew if it does not rest on that change.
    """
    why = getattr(given, REASON, None)
    who = Who(by, "" if why is None else reason_in(why))
    while True:
        done = decide(act, event, given, now)
        try:
            return dataclasses.replace(done, after=append(event, done.change, who))
        except TournamentError:
            newest, count = read_event(event.path, event), len(event.rows)
            if len(newest.rows) == count or newest.rows[:count] != event.rows:
                raise
            check_fresh(act, newest, given, count)
            event = newest


class Meanwhile(Phrase):
    """Somebody else was first."""

    CHANGED = "{by} has changed the event meanwhile: {what}"
    LOOK_AGAIN = "nothing of yours was done; look at the event as it stands now, and try again"


def check_fresh(act: Act, event: KeptEvent, given: Any, row: int) -> None:
    """TournamentError where what the act rests on has changed since the row that was the last one when its page was shown."""
    rests_on, rows = act.rests_on, event.rows
    if rests_on is WHOLE:
        if len(rows) != row:
            raise _meanwhile(event, rows[-1])
        return
    if rests_on is nothing:
        return
    if not 0 < row <= len(rows):
        raise _meanwhile(event, rows[-1])
    now = rests_on(event.state, given)
    if rests_on(folded(rows[:row]), given) != now:
        last = next(one for one in range(len(rows), row, -1) if rests_on(folded(rows[: one - 1]), given) != now)
        raise _meanwhile(event, rows[last - 1])


def _meanwhile(event: KeptEvent, row: ChangeRow) -> TournamentError:
    """Who has changed what since."""
    what = change_said(row.change, event.state.names, event.rows)
    return TournamentError(Meanwhile.CHANGED.said(Meanwhile.LOOK_AGAIN.said(), by=row.who.by, what=what))
