"""The page on which a round of the Swiss system is paired by hand, with the engine's proposal beside it."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.organiser.act_asked import ActAsked
from hub.organiser.acts import done
from hub.organiser.forms import hand_pairs
from hub.organiser.pages import Organising
from hub.organiser.pairing_runs import PairingRun, pair_words
from hub.organiser.wording import told
from hub.texts import languages
from rules.errors import Sentence
from tournament.errors import TournamentError
from tournament.events.groups import groups_of, is_swiss
from tournament.events.hand_pairing import HandPairFault, by_hand, points_of
from tournament.events.state import EventState
from tournament.events.swiss_round import check_swiss
from tournament.events.wishes import Wishes


def add_hand(pages: Blueprint, organising: Organising) -> None:
    """Add the page to the routes of an event."""
    proposals = Proposals(organising)

    def shown(key: str, failed: list[Sentence] | None = None) -> Response:
        event = organising.shown(key)
        if event.state.entrants and not is_swiss(event.state):
            raise TournamentError(HandPairFault.NOT_SWISS.said())
        state, form = event.state, request.form if request.method == "POST" else request.args
        proposal = proposals.of(key, tuple(form.getlist("absent")))
        filled = hand_pairs(request.form) if request.method == "POST" else _pairs(proposal)
        free = request.form.get("free", "") if request.method == "POST" else next(iter(_free(proposal)), "")
        broken = _broken(event.state, filled, free, form.getlist("absent"))
        more = {
            **event.common(),
            "there": [{"id": id, "name": event.names[id], "points": text} for id, text in _by_points(state)],
            "filled": filled,
            "free": free,
            "broken": broken,
            "proposal": proposal and {"pairs": _pairs(proposal), "free": _free(proposal), "fault": _fault(proposal, event.names)},
            "tables_of_round": range((len(state.entrants) - len(state.out)) // 2),
            "absent": form.getlist("absent"),
        }
        return organising.rendered("hand", key, more, failed)

    @pages.get("/<key>/hand")
    def hand_page(key: str) -> Response:
        return shown(key)

    @pages.post("/<key>/hand")
    def hand_act(key: str) -> WerkzeugResponse:
        by = organising.login.arbiter()
        if request.form.get("act") == "check":
            return shown(key)
        event, said = organising.read_games(key)
        try:
            _, notes = done(ActAsked(event, request.form, by, said), "pair")
        except TournamentError as error:
            return shown(key, [error.sentence])
        organising.put(key, notes)
        return redirect(f"/organise/{key}", 303)


class Proposals:
    """What the engine proposes for the next round of each event, once for the event as it stands."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._runs: dict[str, tuple[object, PairingRun]] = {}

    def of(self, key: str, absent: tuple[str, ...]) -> PairingRun | None:
        """The run of the proposal, which may go on; None while another one runs."""
        event, wishes = self._organising.feed.folder.read(key), Wishes(absent=absent)
        wanted = (event.checksum, absent)
        if key in self._runs and self._runs[key][0] == wanted:
            return self._runs[key][1]
        try:
            if is_swiss(event.state):
                check_swiss(event.state, wishes)
        except TournamentError as error:
            return PairingRun.refused(error.sentence)
        try:
            run = self._organising.runs.start(f"{key} proposed", pair_words(event, wishes))
        except TournamentError:
            return None
        self._runs[key] = wanted, run
        return run


def _pairs(run: PairingRun | None) -> list[tuple[str, str]]:
    return [(game.white, game.black) for game in run.round.games] if run and run.round else []


def _free(run: PairingRun | None) -> list[str]:
    return list(run.round.free) if run and run.round else []


def _fault(run: PairingRun, names: Mapping[str, str]) -> str:
    return told(run.fault, languages.readers(), names) if run.done.is_set() and run.fault else ""


def _by_points(state: EventState) -> list[tuple[str, str]]:
    """Who plays, by points and numbers, with his points."""
    points: Mapping[str, Any] = points_of(state) if state.entrants else {}
    there = [id for group in (groups_of(state) if state.entrants else ()) for id in group if id not in state.out]
    return [(id, f"{float(points[id]):g}") for id in sorted(there, key=lambda id: -points[id])]


def _broken(state: EventState, pairs: list[Any], free: str, absent: list[str]) -> dict[str, list[str]]:
    """The rules that the round as it is filled in breaks, or why it is no round yet."""
    names = state.names
    if not pairs:
        return {"rules": [], "faults": []}
    try:
        _, broken = by_hand(state, pairs, free, absent)
    except TournamentError as error:
        return {"rules": [], "faults": [told(error.sentence, languages.readers(), names)]}
    return {"rules": [told(one, languages.readers(), names) for one in broken], "faults": []}
