"""The page of the telephones that get notices: arbiters set an address, try it, and remove it. Pages show an address masked."""

from datetime import datetime

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.push.addresses import SCHEMES, AddressError, Telephone
from hub.push.pusher import Pusher
from hub.push.sender import SENT, UNUSABLE
from hub.texts import languages
from hub.web.errors import Refused, wants_json
from hub.web.headers import forms_allowed
from record.telling.sentences import tell
from record.texts import marked, say
from rules.errors import DamcamError, Sentence, _, sentence_of

SENT_AT = marked("sent at {time}")
NOT_SENT = marked("not sent at {time}; is the address right, and is there a network?")
NOT_TRIED = marked("nothing yet since the service started")
NO_SERVER = _("This is no address that can be used. Compare it with the examples.")
NOT_KEPT = _("The addresses cannot be written: {why}")


def blueprint(pusher: Pusher, login: Login) -> Blueprint:
    """The routes below `/desk/telephones`, for arbiters alone."""
    pages = Blueprint("telephones", __name__, url_prefix="/desk/telephones")

    @pages.before_request
    def admit() -> None:
        login.required(Role.ARBITER)

    pages.after_request(forms_allowed)

    @pages.get("")
    def page() -> str:
        return _page(pusher, login)

    @pages.post("")
    def add() -> Response | tuple[str, int]:
        try:
            telephone = pusher.add(request.form.get("address", ""), languages.readers(), login.arbiter())
        except AddressError as error:
            return _refused(pusher, login, error.sentence)
        except OSError as error:
            raise Refused(503, _not_kept(error)) from error
        if pusher.last[telephone.id].outcome == UNUSABLE:
            return _refused(pusher, login, Sentence("", NO_SERVER))
        return _back()

    @pages.post("/try")
    def try_again() -> Response:
        for telephone in _named(pusher):
            pusher.try_now(telephone)
        return _back()

    @pages.post("/remove")
    def remove() -> Response:
        try:
            pusher.telephones.remove(request.form.get("id", ""))
        except OSError as error:
            raise Refused(503, _not_kept(error)) from error
        return _back()

    return pages


def _refused(pusher: Pusher, login: Login, why: Sentence) -> tuple[str, int]:
    """The page with what is wrong, and the address as it was typed, to be corrected; Refused where a script asked."""
    if wants_json():
        raise Refused(400, why)
    return _page(pusher, login, why, request.form.get("address", "")), 400


def _not_kept(error: OSError) -> Sentence:
    return DamcamError(NOT_KEPT, why=sentence_of(error)).sentence


def _named(pusher: Pusher) -> list[Telephone]:
    """The telephone that the form names, if it is still there."""
    return [telephone for telephone in pusher.telephones.all() if telephone.id == request.form.get("id")]


def _back() -> Response:
    return redirect(url_for("telephones.page"), 303)


def _page(pusher: Pusher, login: Login, wrong: Sentence | None = None, typed: str = "") -> str:
    lang = languages.readers()
    return render_template(
        "telephones.html",
        who=login.required(),
        token=tokens.token(),
        is_at_hub=pusher.is_at_hub,
        kinds=[f"{scheme}://" for scheme in SCHEMES],
        wrong=tell(wrong, lang) if wrong else "",
        typed=typed,
        rows=[{"telephone": telephone, "last": _last(pusher, telephone, lang)} for telephone in pusher.telephones.all()],
    )


def _last(pusher: Pusher, telephone: Telephone, lang: str) -> str:
    """What became of the last notice to that address."""
    last = pusher.last.get(telephone.id)
    if last is None:
        return say(lang, NOT_TRIED)
    return say(lang, SENT_AT if last.outcome == SENT else NOT_SENT, time=f"{datetime.fromtimestamp(last.at_s).astimezone():%H:%M}")
