"""The list of sign-ins for whoever is signed in: who, from which address and when, so that an arbiter sees one that was not his."""

from datetime import datetime

from flask import Blueprint, render_template

from hub.access import tokens
from hub.access.login import Login
from hub.access.sign_ins import SignedIn
from hub.web.headers import forms_allowed


def blueprint(login: Login) -> Blueprint:
    """The route of the page."""
    pages = Blueprint("sign_ins", __name__, url_prefix="/desk/sign-ins")
    login.guard(pages)
    pages.after_request(forms_allowed)

    @pages.get("")
    def page() -> str:
        rows = [{"one": one, "at": _time(one.at_s), "ended": _ended(one), "holds": login.sign_ins.is_open(one)} for one in _latest(login)]
        return render_template("sign_ins.html", who=login.required(), token=tokens.token(), rows=rows)

    return pages


def _latest(login: Login) -> list[SignedIn]:
    return login.sign_ins.latest()


def _ended(one: SignedIn) -> str:
    return "" if one.ended_s is None else _time(one.ended_s)


def _time(seconds: float) -> str:
    """The machine's time of day then, which a page shows in any language."""
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}"
