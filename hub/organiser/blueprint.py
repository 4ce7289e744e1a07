"""The routes below `/organise`. They require signing in, and only an arbiter changes."""

import hashlib
import re
from base64 import b64encode
from functools import partial
from typing import Final

from flask import Blueprint, Response, abort, current_app, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access.accounts import Role
from hub.organiser.act_asked import ActAsked
from hub.organiser.acts import done, given_in, round_in
from hub.organiser.boards_given import asked_boards, give_boards
from hub.organiser.hand_page import add_hand
from hub.organiser.live import PARTS, LivePage, with_held
from hub.organiser.pages import PAGES, Organising, add_list, page_of
from hub.organiser.pairing_runs import pair_words
from hub.organiser.wording import PageSays, on_page
from hub.texts import languages
from hub.tournament.printing import print_html
from hub.web.errors import Refused, error_page, wants_page
from hub.web.headers import POLICY, forms_allowed
from hub.web.numbers import whole_in
from hub.web.streams import streamed
from rules.errors import Sentence
from tournament.errors import TournamentError
from tournament.events.acts import ACTS
from tournament.events.event_file import lost_rows
from tournament.events.files import FILES
from tournament.events.groups import is_swiss
from tournament.events.published import giving_remarks, with_initials
from tournament.events.state import EventState
from tournament.events.swiss_round import check_swiss

MAX_LIST_BYTES = 48_000
"""Bytes of a list of entries. Three hundred players take thirty thousand."""
TRF: Final = "text/plain; charset=utf-8"
TYPES: Final = {"csv": "text/csv; charset=utf-8", "trf": TRF, "trf26": TRF, "pdn": "application/x-pdn; charset=utf-8"}
CANCEL: Final = "cancel-pairing"
"""The form that cancels the pairing of the next round."""
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def blueprint(organising: Organising) -> Blueprint:
    """The routes of all events of the folder."""
    pages = Blueprint("organiser", __name__, url_prefix="/organise")
    organising.login.guard(pages)
    pages.after_request(_forms)
    pages.register_error_handler(TournamentError, partial(_told, organising))
    add_list(pages, organising)
    for path, name in PAGES.items():
        _add_page(pages, organising, path, name)
    add_hand(pages, organising)
    _add_downloads(pages, organising)

    @pages.get("/<key>/events")
    def events(key: str) -> Response:
        may_rule, name = organising.login.required().role == Role.ARBITER, request.args.get("page", "")
        if name not in PARTS or key not in organising.feed.folder.listed():
            abort(404)
        page = LivePage(key, name, languages.readers(), may_rule, request.args.get("round", "")[:4])
        return streamed(organising.live.events(page, organising.login.still()))

    return pages


def _forms(response: Response) -> Response:
    """Let forms be sent to this server; a page that is printed has its own policy."""
    return response if "Content-Security-Policy" in response.headers else forms_allowed(response)


def _told(organising: Organising, error: TournamentError) -> WerkzeugResponse:
    """Why it cannot be done; the list of events asks whether an event whose file is older than what is known goes on from there."""
    folder, key = organising.feed.folder, (request.view_args or {}).get("key")
    if wants_page() and key in folder.listed() and lost_rows(folder.file(key)):
        return redirect("/organise", 303)
    return error_page(Refused(409, on_page(error.sentence)))


def _add_page(pages: Blueprint, organising: Organising, path: str, name: str) -> None:
    """Add a page of an event, and the acts that its forms send."""

    def page(key: str) -> Response:
        return page_of(organising, name, key)

    def act(key: str) -> WerkzeugResponse:
        by = organising.login.arbiter()
        form = with_held(request.form)
        known = ACTS.get(form.get("act", ""))
        event, said = (organising.read_games if known is None or known.is_for_games else organising.feed.read)(key)
        files = {name: file.read(MAX_LIST_BYTES) for name, file in request.files.items() if file.filename}
        asked = ActAsked(event, form, by, said, files)
        organising.runs.forget_ended(key)
        try:
            told, failed = _done(organising, key, asked)
        except TournamentError as error:
            return page_of(organising, name, key, [error.sentence])
        organising.put(key, told, failed)
        number = whole_in(form.get("round", ""))
        shown = f"?round={number}" if name == "round" and number else ""
        return redirect(f"/organise/{key}{path}{shown if form.get('act') != 'pair' else ''}", 303)

    pages.add_url_rule(f"/<key>{path}", f"{name}_page", page)
    pages.add_url_rule(f"/<key>{path}", f"{name}_act", act, methods=["POST"])


def _done(organising: Organising, key: str, asked: ActAsked) -> tuple[list[Sentence], list[Sentence]]:
    """What the act of the form did, and what it could not do; TournamentError where it did nothing."""
    act = asked.text("act")
    if act == "pair":
        return _pair(organising, key, asked), []
    if act == CANCEL:
        return _cancel(organising, key, asked), []
    if act == "boards":
        _, outcomes = give_boards(
            asked.event, round_in(asked.text("round")), asked_boards(asked.form), asked.said, asked.by, organising.evening.games
        )
        given = [one.said for one in outcomes if one.is_done]
        return given + (giving_remarks(asked.event.state) if given else []), [one.said for one in outcomes if not one.is_done]
    return done(asked, act)[1], []


def _pair(organising: Organising, key: str, asked: ActAsked) -> list[Sentence]:
    """Pair the next round: a table at once, the Swiss system in a process of its own; what is told of it."""
    event, given = asked.event, given_in(asked, "pair")
    later = organising.feed.results.rounds_after(event)
    if later and not asked.text("older"):
        raise TournamentError(PageSays.MAY_BE_OLDER.said(PageSays.PAIR_ALL_THE_SAME.said(), rounds=later))
    if not (event.state.entrants and is_swiss(event.state)):
        return done(asked, "pair")[1]
    check_swiss(event.state, given.wishes)
    run = organising.runs.start(key, pair_words(event, given.wishes, asked.by))
    if run.done.is_set():
        organising.runs.forget_ended(key)
        return run.told(event.state.names)
    return []


def _cancel(organising: Organising, key: str, asked: ActAsked) -> list[Sentence]:
    """Cancel the pairing of the next round; what is told of it."""
    run = organising.runs.cancel(key)
    if not run.done.is_set():
        return []
    organising.runs.forget_ended(key)
    return [run.fault] if run.fault else run.told(asked.event.state.names)


def _add_downloads(pages: Blueprint, organising: Organising) -> None:
    """Add what is printed, and the files."""

    @pages.get("/<key>/print/<what>")
    def to_print(key: str, what: str) -> Response:
        round_ = whole_in(request.args.get("round", "")) or None
        return _with_its_style(print_html(_state(key), what, round_, languages.readers()))

    @pages.get("/<key>/files/<form>/<name>")
    def file(key: str, form: str, name: str) -> Response:
        if form not in FILES:
            abort(404)
        text = next((text for known, text in FILES[form](_state(key), languages.readers()) if known == name), None)
        response = Response(text if text is not None else abort(404), content_type=TYPES[form])
        response.headers["Content-Disposition"] = f'attachment; filename="{key}-{name}"'
        return response

    def _state(key: str) -> EventState:
        state = organising.shown(key).event.state
        return with_initials(state) if request.args.get("names") == "initials" else state


def _with_its_style(html: str) -> Response:
    """The page with a policy that allows the style within it, and nothing else."""
    icon = f'<link rel="icon" href="{current_app.jinja_env.globals["static"]}/icon.svg" type="image/svg+xml">'
    response = Response(html.replace("<head>", f"<head>\n{icon}", 1), mimetype="text/html")
    digests = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(html))
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    policy = POLICY.format(frames="'none'", forms="'none'").replace("style-src 'self'", f"style-src {allowed}")
    response.headers["Content-Security-Policy"] = policy
    return response
