"""The organiser's pages: the list of events, and for each its rounds, entries, standings, what is printed and published, and its log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.desk.evening_feed import EveningFeed
from hub.organiser.live import OPEN, PARTS, LivePage, LivePages, opened, round_asked, with_held
from hub.organiser.notes import Notes
from hub.organiser.pairing_runs import PairingRuns
from hub.organiser.shown import ShownEvent
from hub.organiser.wording import told
from hub.texts import languages
from hub.tournament.event_feed import BoardWords, EventFeed
from hub.tournament.printing import OF_A_ROUND, prints_of
from hub.tournament.public_event import is_public
from rules.errors import Sentence
from tournament.errors import TournamentError
from tournament.events.changes import EventMade, EventSettled, Who
from tournament.events.contest import check_games
from tournament.events.event_file import KeptEvent, accept_end, append, lost_rows, make_event
from tournament.events.files import files_of
from tournament.events.making import CLASSES_OF, COMPETITIONS, checked
from tournament.events.published import settled
from tournament.events.telling import change_said
from tournament.events.texts_given import number_in

LIST = ""
"""The key of the notes on the list of events."""


@dataclass(frozen=True, slots=True)
class Organising:
    """What the pages work with."""

    feed: EventFeed
    evening: EveningFeed
    login: Login
    runs: PairingRuns
    notes: Notes
    live: LivePages

    def shown(self, key: str) -> ShownEvent:
        """The event with games of that key; 404 where there is none, TournamentError for a problem contest."""
        shown = self.shown_any(key)
        check_games(shown.state)
        return shown

    def read_games(self, key: str) -> tuple[KeptEvent, BoardWords]:
        """The event with games of that key, and what the boards say of them; TournamentError, also for a problem contest."""
        event, said = self.feed.read(key)
        check_games(event.state)
        return event, said

    def shown_any(self, key: str) -> ShownEvent:
        """The event of that key; 404 where there is none."""
        try:
            event, said = self.feed.read(key)
        except TournamentError:
            if key not in self.feed.folder.listed():
                abort(404)
            raise
        return ShownEvent(key, event, said, languages.readers())

    def rendered(self, name: str, key: str, shown: Mapping[str, Any], failed: list[Sentence] | None = None) -> Response:
        """A page, with what was done and what was not since the last one. With `failed` its form was refused."""
        who, lang = self.login.required(), languages.readers()
        done, undone = self.notes.take(self.login.sign_in_id(), key)
        names = shown.get("names", {})
        notes = {"done": [told(one, lang, names) for one in done], "failed": [told(one, lang, names) for one in (*undone, *(failed or []))]}
        may_rule = who.role == Role.ARBITER
        form = request.form if request.method == "POST" else request.args
        values = {**shown, **notes, "who": who, "token": tokens.token(), "may_rule": may_rule, "form": form, "page": name}
        return make_response(render_template(f"organise_{name}.html", **values), 400 if failed else 200)

    def put(self, key: str, done: list[Sentence], failed: list[Sentence] | None = None) -> None:
        """Keep what was done for the next page."""
        self.notes.put(self.login.sign_in_id(), key, done, failed or [])


PAGES: Final[Mapping[str, str]] = {"": "round"} | {f"/{name}": name for name in ("entries", "standings", "publish", "appeals", "log")}
"""The pages of an event, by what their addresses end with."""


def add_list(pages: Blueprint, organising: Organising) -> None:
    """Add the list of events, with the form for a new one."""

    def shown(failed: list[Sentence] | None = None) -> Response:
        events = [_in_short(organising, key) for key in organising.feed.folder.listed()]
        more = {"events": events, "competitions": COMPETITIONS, "classes": CLASSES_OF, "folder": str(organising.feed.folder.path)}
        return organising.rendered("list", LIST, more, failed)

    @pages.get("")
    def all_events() -> Response:
        return shown()

    @pages.post("")
    def act() -> WerkzeugResponse:
        by = organising.login.arbiter()
        goes_on = request.form.get("act") == "older"
        try:
            key, done = (_gone_on if goes_on else _made)(organising, by)
        except TournamentError as error:
            return shown([error.sentence])
        organising.put(key, done)
        return redirect(f"/organise/{key}" if goes_on else f"/organise/{key}/entries", 303)


def _gone_on(organising: Organising, by: str) -> tuple[str, list[Sentence]]:
    """Go on with the file of the form's event, which is older than what is known of it; its key, and what was done."""
    key = request.form.get("key", "")
    event = accept_end(organising.feed.folder.file(key), Who(by))
    return key, [change_said(event.rows[-1].change)]


def _made(organising: Organising, by: str) -> tuple[str, list[Sentence]]:
    """Make the event of the form; its key, and what was done."""
    text = {name: request.form.get(name, "").strip() for name in ("competition", "class", "group", "name", "date", "start", "public")}
    rounds = number_in(request.form.get("rounds", ""), "rounds")
    made = checked(
        EventMade(
            competition=text["competition"],
            in_class=text["class"],
            group=text["group"],
            name=text["name"],
            rounds=rounds,
            date=text["date"],
            start=text["start"],
        )
    )
    folder = organising.feed.folder
    key = folder.free_key(made.name or "-".join(filter(None, (made.competition, made.in_class, made.group, made.date))))
    change = settled(EventSettled(), "nobody" if made.competition == "H" else text["public"] or "nobody")
    make_event(folder.file(key), made, Who(by))
    event = append(folder.read(key), change, Who(by))
    return key, [change_said(made), change_said(event.state.settled)]


def _in_short(organising: Organising, key: str) -> dict[str, Any]:
    """An event in the list; one that cannot be read says why."""
    try:
        state = organising.feed.folder.read(key).state
    except TournamentError as error:
        lost = lost_rows(organising.feed.folder.file(key))
        return {"key": key, "fault": told(error.sentence, languages.readers()), "lost": lost}
    count = {"entries": len(state.entrants) + len(state.problems), "rounds": len(state.rounds), "missing": len(state.missing())}
    return {"key": key, "fault": "", "made": state.made, "public": is_public(state), **count}


def page_of(organising: Organising, name: str, key: str, failed: list[Sentence] | None = None) -> Response:
    """A page of the event. With `failed` its form was refused."""
    shown, asked = organising.shown_any(key), with_held(request.values)
    if shown.state.is_contest and name != "log":
        name = "contest"
    if name in PARTS:
        may_rule = organising.login.required().role == Role.ARBITER
        page = LivePage(key, name, shown.lang, may_rule, round_asked(asked))
        values = organising.live.values(page, shown)
        form = opened(asked.get(OPEN, ""), values) if may_rule else None
        more = {**values, "shown": organising.live.rendered(page, values), "events": page.events, "opened": form}
    elif name == "entries":
        more = {**shown.common(), **shown.entries_page(asked.get("correct", ""), asked.get("team", ""))}
    else:
        address = organising.feed.results.address_of(shown.state)
        of_files = {"files": files_of(shown.state), "games_address": address}
        more = {**shown.common(), **of_files, "prints": prints_of(shown.state), "of_a_round": OF_A_ROUND}
    return organising.rendered(name, key, more, failed)
