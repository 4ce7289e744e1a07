"""Signing in and out, and who it is that asks."""

import hmac
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import PASSWORD_LENGTH, Account, Accounts, AccountsError, Role
from hub.access.attempts import Attempts
from hub.access.passwords import Crowded, matches
from hub.texts import languages
from hub.web.errors import Refused, wants_page
from hub.web.headers import forms_allowed
from record.texts import marked, say

LIFETIME = timedelta(hours=12)
"""A day of matches; the next day one signs in again."""
LONGEST_NAME = 200
DESK = "/desk"
"""Where one goes who signs in and comes from nowhere."""
AGAIN_S = 5
WRONG = marked("Name or password is wrong.")
SLOWLY = marked("Too many tries. Try again in {seconds} s.")
LATE = marked("The page was open too long, or this browser takes no cookies. Try once more.")
NOBODY = marked("Nobody has a password here yet. On the board: sudo -u damcam damcam passwd NAME")
UNREADABLE = marked("The passwords cannot be read; the log of the service says why.")

_log = logging.getLogger(__name__)


class Login:
    """Knows by the session's cookie who asks. The cookie names him and a seal over his password: who gets a new one is signed out."""

    def __init__(self, path: Path, secret: bytes, attempts: Attempts | None = None) -> None:
        self.accounts = Accounts(path)
        self._secret, self._attempts = secret, attempts or Attempts()

    def add_to(self, app: Flask) -> None:
        """The pages `/login` and `/logout`, and the cookie as it is to be."""
        app.config.update(
            SESSION_COOKIE_NAME="damcam",
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Lax",
            SESSION_REFRESH_EACH_REQUEST=False,
            PERMANENT_SESSION_LIFETIME=LIFETIME,
        )
        app.register_blueprint(self._blueprint())

    def who(self) -> Account | None:
        """Who asks, if he is signed in; nobody is while the accounts cannot be read."""
        return self._known(str(session.get("name", "")), str(session.get("seal", "")))

    def still(self) -> Callable[[], bool]:
        """Whether he who asks now is signed in still, to be asked later, when the request is past."""
        name, seal = str(session.get("name", "")), str(session.get("seal", ""))
        until_s = time.monotonic() + LIFETIME.total_seconds()

        def so() -> bool:
            return time.monotonic() < until_s and self._known(name, seal) is not None

        return so

    def required(self, *roles: Role) -> Account | WerkzeugResponse:
        """Who asks; or the way to the login page, for a reader who is not signed in. Refused (401, 403) for other roles, scripts, and the
        pictures of a page: a login page sent for each of them would begin a session each, and none would fit the form that is filled in."""
        account = self.who()
        if account is None:
            if not wants_page() or request.method != "GET":
                raise Refused(401, tokens.AccessRefusal.SIGNED_OUT.said())
            return redirect(url_for("login.page", next=request.full_path.rstrip("?")), 303)
        if roles and account.role not in roles:
            role = tokens.AccessRefusal[account.role.name].said()
            raise Refused(403, tokens.AccessRefusal.OTHER_ROLE.said(name=account.name, role=role))
        return account

    def guard(self, pages: Blueprint, first: Callable[[], object] | None = None) -> None:
        """Let only who is signed in to these pages; `first` is done before each answer to him."""

        def admit() -> WerkzeugResponse | None:
            who = self.required()
            if not isinstance(who, Account):
                return who
            if first:
                first()
            return None

        pages.before_request(admit)

    def arbiter(self) -> str:
        """The name of the arbiter who asks, for what a script sends; Refused (401, 403) for anybody else."""
        who = self.required(Role.ARBITER)
        return who.name if isinstance(who, Account) else ""

    def _known(self, name: str, seal: str) -> Account | None:
        try:
            account = self.accounts.find(name) if name else None
        except AccountsError as error:
            _log.error("%s", error)
            return None
        return account if account and hmac.compare_digest(self._seal(account).encode(), seal.encode()) else None

    def _seal(self, account: Account) -> str:
        return hmac.digest(self._secret, account.password.encode(), "sha256").hex()[:32]

    def _blueprint(self) -> Blueprint:
        pages = Blueprint("login", __name__)

        @pages.get("/login")
        def page() -> WerkzeugResponse:
            onward = local(request.args.get("next", ""))
            if self.who():
                return redirect(onward, 303)
            return _form(onward, LATE if "late" in request.args else "" if self._anybody() else NOBODY)

        @pages.post("/login")
        def enter() -> WerkzeugResponse:
            return self._enter(request.form.get("name", ""), request.form.get("password", ""), local(request.form.get("next", "")))

        @pages.post("/logout")
        def leave() -> WerkzeugResponse:
            session.clear()
            return redirect(url_for("login.page"), 303)

        pages.after_request(forms_allowed)
        return pages

    def _anybody(self) -> bool:
        try:
            return bool(self.accounts.all())
        except AccountsError as error:
            _log.error("%s", error)
            return False

    def _enter(self, name: str, password: str, onward: str) -> WerkzeugResponse:
        name, address = " ".join(name.casefold().split())[:LONGEST_NAME], request.remote_addr or ""
        wait_s = self._attempts.begin(name, address)
        if wait_s > 0:
            return _form(onward, SLOWLY, 429, max(1, round(wait_s)))
        try:
            account = self.accounts.find(name)
            right = len(password) < PASSWORD_LENGTH.stop and matches(account.password if account else None, password)
        except AccountsError as error:
            _log.error("%s", error)
            return _form(onward, UNREADABLE, 503)
        except Crowded:
            return _form(onward, SLOWLY, 503, AGAIN_S)
        if account is None or not right:
            return _form(onward, WRONG, 403)
        self._attempts.succeeded(name, address)
        session.clear()
        session.permanent = True
        session["name"], session["seal"] = account.name, self._seal(account)
        tokens.token()
        return redirect(onward, 303)


def local(address: str) -> str:
    """The address, where it is a path of this server; the desk's otherwise."""
    plain = address.startswith("/") and not address.startswith("//")  # after one slash there is neither scheme nor host
    ours = plain and address.isprintable() and "\\" not in address  # which browsers drop, or take for a slash
    return address if ours else DESK


def _form(onward: str, says: str, status: int = 200, wait_s: int = 0) -> Response:
    told = say(languages.readers(), says, seconds=wait_s) if says else ""
    response = make_response(render_template("login.html", says=told, onward=onward, token=tokens.token()), status)
    if wait_s:
        response.headers["Retry-After"] = str(wait_s)
    return response
