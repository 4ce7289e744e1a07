"""The forms of acts: as templates show them, made from the table of acts, and what a form sends as the fields of its act.

A form may show a field in another way: a choice that holds several, or a list beside another one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from werkzeug.datastructures import MultiDict

from hub.organiser.act_asked import BETWEEN
from hub.organiser.boards_given import white_by_lot
from tournament.events.act import Act, Kind, fields_of, key_of_field
from tournament.events.acts import ACTS
from tournament.events.contest import SHARED
from tournament.events.state import EventState
from tournament.events.texts_given import number_in
from tournament.events.wishes import TOLD_APART

Texts = dict[str, list[str]]


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


def texts_of(act: str, form: MultiDict[str, str]) -> Texts:
    """The texts of the form by the names of the act's fields; TournamentError where a number is none, or lots were to be drawn."""
    texts = {key: form.getlist(key) for key in form}
    return {**texts, **WAYS[act](form)} if act in WAYS else texts


def hand_pairs(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """The pairs of a form by hand, White first; a line without players is passed over."""
    pairs = zip(form.getlist("white"), form.getlist("black"), strict=False)
    return [(white, black) for white, black in pairs if white or black]


def _pair(form: MultiDict[str, str]) -> Texts:
    """A round by hand has its pairs; the other form has none."""
    if "white" not in form:
        return {}
    pairs = [TOLD_APART.join(pair) for pair in hand_pairs(form)]
    return {"force": pairs, "bye": form.getlist("free"), "by_hand": ["yes"]}


def _play_off(form: MultiDict[str, str]) -> Texts:
    """Where the colours are by lot, the form names the pair as it stands, and who has White."""
    white, black, first = form.get("white", ""), form.get("black", ""), white_by_lot(form)
    return {"white": [black], "black": [white]} if first and first == black else {}


def _appeal(form: MultiDict[str, str]) -> Texts:
    parts = (form.get("game", "").split(BETWEEN) + [""] * 4)[:4]
    return dict(zip(("round", "white", "black", "board"), ([part] for part in parts), strict=True))


def _commission(form: MultiDict[str, str]) -> Texts:
    """Lines that are empty are passed over."""
    rows = zip_longest(form.getlist("club"), form.getlist("member"), fillvalue="")
    return {"member": [f"{club.strip()}={member.strip()}" for club, member in rows if club.strip() or member.strip()]}


def _verdict(form: MultiDict[str, str]) -> Texts:
    """One for each member who sits; who did not vote is left out."""
    cast = zip(form.getlist("member"), form.getlist("vote"), strict=False)
    return {"vote": [f"{member}={vote}" for member, vote in cast if vote]}


def _order(form: MultiDict[str, str]) -> Texts:
    """The order by a place for each problem; those of equal numbers share one."""
    places: dict[int, list[str]] = {}
    for id, text in zip(form.getlist("id"), form.getlist("place"), strict=False):
        if place := number_in(text, "place"):
            places.setdefault(place, []).append(id)
    return {"ids": [SHARED.join(places[place]) for place in sorted(places)]}


WAYS: Final[Mapping[str, Callable[[MultiDict[str, str]], Texts]]] = {
    "pair": _pair,
    "play-off": _play_off,
    "appeal": _appeal,
    "commission": _commission,
    "verdict": _verdict,
    "order": _order,
}
