"""Signing in and out, and the account of a request."""

import hmac
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import PASSWORD_LENGTH, Account, Accounts, AccountsError, Role, name_key
from hub.access.clients import place
from hub.access.failures import Failures, TooManyChecks
from hub.access.first_sign_in import FirstSignIn
from hub.access.known import SIGNED_IN
from hub.access.passwords import hashed, matches
from hub.access.sign_ins import FILE_NAME as SIGN_INS_NAME
from hub.access.sign_ins import SignIns, digest
from hub.texts import languages
from hub.web.errors import Refused, wants_page
from hub.web.headers import forms_allowed
from record.telling.sentences import tell
from record.texts import marked, say
from rules.errors import Sentence, sentence_of

LIFETIME = timedelta(hours=12)
"""The lifetime of a session: a day of matches."""
DESK = "/desk"
"""Where those who signed in go."""
MAX_NAME_LENGTH = 200
AGAIN_S = 5
WRONG = marked("Name or password is wrong.")
SLOWLY = marked("Too many tries. Try again in {seconds} s.")
LATE = marked("The page was open too long, or this browser takes no cookies. Try once more.")
NOBODY = marked("Nobody has a password here yet. On the board: sudo -u damcam damcam passwd NAME")
CODE_IS_OVER = marked("The code for the first sign-in is used or older than an hour. Start the hub again: it then has a new one.")
WRONG_CODE = marked("The code is wrong, used, or older than an hour.")
SHORT = marked("A password has {least} to {most} characters.")
UNREADABLE = marked("The passwords cannot be read; the log of the service says why.")

_log = logging.getLogger(__name__)


class Login:
    """Finds the account of a request by its session cookie.

    The cookie holds the account's name, the id of the session, and a seal over the password hash: signing out ends the session here and in
    every copy of its cookie, and a new password ends all sessions of the account.
    """

    def __init__(self, path: Path, secret: bytes, failures: Failures | None = None) -> None:
        self.accounts = Accounts(path)
        self.first = FirstSignIn(self.accounts)
        self.sign_ins = SignIns(path.with_name(SIGN_INS_NAME), LIFETIME.total_seconds())
        self._secret, self._failures = secret, failures or Failures()

    def add_to(self, app: Flask) -> None:
        """Add the pages `/login` and `/logout` to the application, and set its session cookie up."""
        app.config.update(
            SESSION_COOKIE_NAME="damcam",
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Lax",
            SESSION_REFRESH_EACH_REQUEST=False,
            PERMANENT_SESSION_LIFETIME=LIFETIME,
        )
        app.extensions[SIGNED_IN] = lambda: self.who() is not None
        app.register_blueprint(self._blueprint())

    def who(self) -> Account | None:
        """The account that the request is signed in with; None when there is none, or while the accounts cannot be read."""
        return self._known(*_in_cookie())

    def still(self) -> Callable[[], bool]:
        """A function that tells, after this request has ended, whether its client is still signed in."""
        name, seal, number = _in_cookie()
        until_s = time.monotonic() + LIFETIME.total_seconds()

        def is_signed_in() -> bool:
            return time.monotonic() < until_s and self._known(name, seal, number) is not None

        return is_signed_in

    def sign_in_id(self) -> str:
        """The id of the sign-in of this request's client, by which nobody gets in; the client has signed in."""
        return digest(_in_cookie()[2])

    def required(self, *roles: Role) -> Account:
        """The account that is signed in, with one of `roles` if any are given. Nothing is returned for anybody else: the request ends here.

        A reader of a page is led to the login page. Refused: 403 for another role; 401 for scripts and for a page's pictures that are not
        signed in. A login page for each picture would begin a session each, and the token of the form that is filled in would not match.
        """
        account = self.who()
        if account is None:
            if not wants_page() or request.method != "GET":
                raise Refused(401, tokens.AccessRefusal.SIGNED_OUT.said())
            abort(redirect(url_for("login.page", next=request.full_path.rstrip("?")), 303))
        if roles and account.role not in roles:
            role = tokens.AccessRefusal[account.role.name].said()
            raise Refused(403, tokens.AccessRefusal.OTHER_ROLE.said(name=account.name, role=role))
        return account

    def guard(self, pages: Blueprint) -> None:
        """Require an account for all routes of `pages`."""

        def admit() -> None:
            self.required()

        pages.before_request(admit)

    def arbiter(self) -> str:
        """The name of the arbiter who is signed in; for everybody else the request ends as `required` says, whatever its method."""
        return self.required(Role.ARBITER).name

    def _known(self, name: str, seal: str, number: str) -> Account | None:
        try:
            account = self.accounts.find(name) if name else None
        except AccountsError as error:
            _log.error("%s", error)
            return None
        is_right = account and hmac.compare_digest(self._seal(account).encode(), seal.encode())
        return account if account and is_right and self.sign_ins.holds(number, account.name) else None

    def _seal(self, account: Account) -> str:
        return hmac.digest(self._secret, account.password.encode(), "sha256").hex()[:32]

    def _blueprint(self) -> Blueprint:
        pages = Blueprint("login", __name__)

        @pages.get("/login")
        def page() -> WerkzeugResponse:
            onward = local(request.args.get("next", ""))
            if self.who():
                return redirect(onward, 303)
            return self._form(onward, LATE if "late" in request.args else self._nobody())

        @pages.post("/login")
        def enter() -> WerkzeugResponse:
            onward = local(request.form.get("next", ""))
            name, password = request.form.get("name", ""), request.form.get("password", "")
            code = request.form.get("code")
            return self._enter(name, password, onward) if code is None else self._begin(code, name, password, onward)

        @pages.post("/logout")
        def leave() -> WerkzeugResponse:
            self.sign_ins.end(_in_cookie()[2])
            session.clear()
            return redirect(url_for("login.page"), 303)

        pages.after_request(forms_allowed)
        return pages

    def _nobody(self) -> str:
        """What to say where nobody can sign in with a password; empty where somebody can, or a code works."""
        try:
            if self.accounts.all() or self.first.is_open():
                return ""
        except AccountsError as error:
            _log.error("%s", error)
            return UNREADABLE
        return CODE_IS_OVER if self.first.is_there() else NOBODY

    def _begin(self, code: str, name: str, password: str, onward: str) -> WerkzeugResponse:
        """Sign in by the code for the first arbiter, whose name and password are from now on those given."""
        try:
            if not self._failures.check(place(request.remote_addr), tokens.token(), lambda: self.first.fits(code)):
                return self._form(onward, WRONG_CODE, 403)
        except TooManyChecks:
            return self._form(onward, SLOWLY, 429, AGAIN_S)
        if len(password) not in PASSWORD_LENGTH:
            return self._form(onward, SHORT, 400)
        account = Account(" ".join(name.split()), Role.ARBITER, hashed(password))
        try:
            is_made = self.first.use(code, account)
        except (AccountsError, OSError) as error:
            _log.error("%s", error)
            return self._form(onward, sentence_of(error), 400)
        return self._let_in(account, onward) if is_made else self._form(onward, WRONG_CODE, 403)

    def _enter(self, name: str, password: str, onward: str) -> WerkzeugResponse:
        name = name_key(name)[:MAX_NAME_LENGTH]
        try:
            account = self.accounts.find(name)
        except AccountsError as error:
            _log.error("%s", error)
            return self._form(onward, UNREADABLE, 503)
        kept = account.password if account else None
        is_long = len(password) >= PASSWORD_LENGTH.stop  # the form takes it, and no password is as long
        try:
            right = self._failures.check(place(request.remote_addr), tokens.token(), lambda: not is_long and matches(kept, password))
        except TooManyChecks:
            return self._form(onward, SLOWLY, 429, AGAIN_S)
        if account is None or not right:
            return self._form(onward, WRONG, 403)
        return self._let_in(account, onward)

    def _let_in(self, account: Account, onward: str) -> WerkzeugResponse:
        self.sign_ins.end(_in_cookie()[2])
        session.clear()
        session.permanent = True
        session["name"], session["seal"] = account.name, self._seal(account)
        session["id"] = self.sign_ins.begin(account.name, request.remote_addr or "")
        tokens.token()
        return redirect(onward, 303)

    def _form(self, onward: str, says: str | Sentence, status: int = 200, wait_s: int = 0) -> Response:
        lang = languages.readers()
        values = {"seconds": wait_s, "least": PASSWORD_LENGTH.start, "most": PASSWORD_LENGTH.stop - 1}
        told = tell(says, lang) if isinstance(says, Sentence) else say(lang, says, **values) if says else ""
        response = make_response(
            render_template("login.html", says=told, onward=onward, token=tokens.token(), is_first=self._is_first()), status
        )
        if wait_s:
            response.headers["Retry-After"] = str(wait_s)
        return response

    def _is_first(self) -> bool:
        """Whether somebody becomes the first arbiter here."""
        try:
            return self.first.is_open()
        except AccountsError:
            return False


def _in_cookie() -> tuple[str, str, str]:
    """The account's name, the seal and the session's id in the cookie of the request; empty where there are none."""
    return str(session.get("name", "")), str(session.get("seal", "")), str(session.get("id", ""))


def local(address: str) -> str:
    """The address if it is a path of this server, else the desk's."""
    plain = address.startswith("/") and not address.startswith("//")  # a single slash at the start excludes a scheme and a host
    ours = plain and address.isprintable() and "\\" not in address  # browsers drop control characters, and read a backslash as a slash
    return address if ours else DESK
