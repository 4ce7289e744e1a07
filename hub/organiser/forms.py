"""The forms of acts as templates show them, made from the table of acts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.events.act import Act, Kind, fields_of, key_of_field
from tournament.events.acts import ACTS
from tournament.events.state import EventState


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form. Its texts are English; the template translates them."""

    key: str
    label: str
    kind: Kind
    choices: Mapping[str, str]
    is_required: bool
    most: int


@dataclass(frozen=True, slots=True)
class ActForm:
    """The form of an act in an event."""

    name: str
    title: str
    explains: str
    is_offered: bool
    fields: Sequence[FormField]


def forms_of(state: EventState) -> dict[str, ActForm]:
    """The form of each act for the event as it stands."""
    return {name: _form(act, state) for name, act in ACTS.items()}


def _form(act: Act, state: EventState) -> ActForm:
    fields = [
        FormField(key_of_field(one), given.label, given.kind, given.choices, given.form_needs, given.most)
        for one, given in fields_of(act)
        if given.label and given.asks(state)
    ]
    return ActForm(act.name, act.title, act.explains, act.offered(state), fields)
