"""What the organiser's pages show of an event, ready for their templates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hub.evening.evening_games import EveningGames
from hub.organiser.forms import forms_of
from hub.organiser.wording import told
from hub.tournament.at_once import who_said
from hub.tournament.board_results import BoardWord
from hub.tournament.pairings_view import OPEN, PLAYING, TO_CATCH_UP, at_a_glance, play_off_view, rounds_view
from hub.tournament.standings_view import crosstables_view, entries_view, play_offs_view, standings_view
from hub.web.numbers import whole_in
from record.telling.sentences import tell
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language, shown_player
from tournament.events.appeals import WITHOUT
from tournament.events.contest import places_of, sum_of
from tournament.events.contest_words import conditions_said
from tournament.events.ending import is_over, rounds_in_all, rounds_remarks
from tournament.events.entering import age_sign
from tournament.events.event_file import KeptEvent
from tournament.events.groups import is_swiss
from tournament.events.log_rows import row_said
from tournament.events.making import CLASSES_OF
from tournament.events.play_offs import games_now, games_of
from tournament.events.standing import all_standings, is_final
from tournament.events.state import EventState, GameKey, SeatKey, is_play_off, standing_rows, taken_back
from tournament.events.tables import sizes_of_groups
from tournament.events.texts_given import CLASSES
from tournament.events.time_control import time_of_event


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event as a page shows it."""

    key: str
    event: KeptEvent
    said: Mapping[SeatKey, BoardWord]
    lang: str

    @property
    def state(self) -> EventState:
        return in_language(self.event.state, self.lang)

    @property
    def names(self) -> dict[str, str]:
        """The whole names, for whoever is signed in."""
        return self.state.names

    def common(self) -> dict[str, Any]:
        """What every page of the event has."""
        state = self.state
        return {
            "key": self.key,
            "names": self.names,
            "made": state.made,
            "settled": state.settled,
            "time": time_of_event(state),
            "rows": len(self.event.rows),
            "teams": state.is_of_teams,
            "swiss": bool(state.entrants) and is_swiss(state),
            "rounds_paired": len(state.rounds),
            "has_appeals": state.made.competition not in WITHOUT,
            "title": state.made.name or self.key,
            "acts": forms_of(state),
        }

    def round_page(self, asked: str, evening: Mapping[str, EveningGames]) -> dict[str, Any]:
        """The page of a round: the one asked for, else the last."""
        state = self.state
        rounds = rounds_view(state, self.said, self.names)
        number = wanted if 0 < (wanted := whole_in(asked)) <= len(rounds) else len(rounds)
        play_offs = [play_off_view(state, keys, self.said, self.names) for keys in games_now(state)]
        glance = at_a_glance([*rounds, {"groups": [{"games": play_offs}]}])
        of_all, fault = self.tried(lambda: rounds_in_all(state)) if state.entrants else (0, "")
        needs_lot = self.needs_lot()
        return {
            "round": rounds[number - 1] if rounds else None,
            "rounds": [one["round"] for one in rounds],
            "rounds_in_all": of_all or 0,
            "glance": glance,
            "may_pair": bool(state.entrants) and not needs_lot and not fault and len(rounds) < (of_all or 0),
            "waits_for": len(glance[OPEN]) + len(glance["playing"]) + len(glance["waits"]) if is_swiss(state) else 0,
            "to_catch_up": glance[TO_CATCH_UP],
            "needs_lot": needs_lot,
            "fault": fault,
            "remarks": [told(one, self.lang) for one in rounds_remarks(state)],
            "over": bool(rounds) and not fault and is_over(state),
            "final": bool(self.tried(lambda: is_final(state, all_standings(state)))[0]) if rounds else False,
            "there": [{"id": id, "name": name} for id, name in self.names.items() if id not in state.out],
            "boards": boards_view(evening.values()),
            "seats": self._seats(rounds[number - 1], evening) if rounds else [],
        }

    def entries_page(self, corrected: str = "", team: str = "") -> dict[str, Any]:
        """The page of the entries, with the form that corrects the entry of that id, or that takes the list of that team."""
        state = self.state
        entries, fault = self.tried(lambda: entries_view(state, self.names))
        classes = CLASSES_OF.get(state.made.competition, CLASSES) if state.made.competition != "E" else ()
        return {
            "entered": entries or [],
            "signs": {one.id: tell(sign, self.lang) for one in state.entrants if (sign := age_sign(state, one))},
            "fault": fault,
            "classes": classes,
            "corrects": self.event.state.by_id.get(corrected),
            "lot": state.lot,
            **self.line_ups_view(team),
        }

    def line_ups_view(self, team: str) -> dict[str, Any]:
        """The lists of players of the teams, and the one that is handed in now."""
        state = self.state
        if not state.is_of_teams:
            return {"line_ups": [], "of_team": None}
        boards, names = BOARDS[state.competition], self.names
        rows = []
        for one in state.entrants:
            given = state.line_ups.get(one.id)
            players = [shown_player(name, self.lang) for name in given.players] if given else []
            rows.append({"id": one.id, "team": names[one.id], "players": players, "at": given.at.replace("T", " ") if given else ""})
        kept = state.line_ups[team].players if team in state.line_ups else ("",) * boards
        return {"line_ups": rows, "of_team": {"id": team, "players": kept} if team in state.by_id else None}

    def standings_page(self, evening: Mapping[str, EveningGames]) -> dict[str, Any]:
        """The page of the standings, the crosstables and the play-offs: those that are to be played, and those that were."""
        state, names = self.state, self.names
        standings, fault = self.tried(lambda: standings_view(state, names, self.lang)) if state.entrants else (None, "")
        tables = crosstables_view(state, names, self.lang) if standings and state.rounds else []
        for place in [one for group in standings["groups"] for one in group["open"]] + standings["first"] if standings else []:
            place["games"] = [self._play_off(keys, evening) for keys in games_of(state, place["place"])]
        over = [
            {**told, "game": self._play_off([key], {}) if key in state.matches else _game_over(key, told)}
            for key, told in zip(filter(is_play_off, state.results), play_offs_view(state, names), strict=True)
        ]
        shown = {"standings": standings, "fault": fault, "needs_lot": self.needs_lot(), "crosstables": tables, "play_offs": over}
        return {**shown, "boards": boards_view(evening.values())}

    def _play_off(self, keys: Sequence[GameKey], evening: Mapping[str, EveningGames]) -> dict[str, Any]:
        """A play-off, with what of it can be given a board."""
        view = play_off_view(self.state, keys, self.said, self.names)
        return {**view, "seats": self._free_seats(view.get("boards", [view]), evening)}

    def contest_page(self) -> dict[str, Any]:
        """The page of a problem contest: the problems with their conditions and marks, in the jury's order, else as they were entered."""
        state, lang = self.state, self.lang
        places = {id: place for place, id in places_of(state)}
        problems = []
        for id in list(places) or list(state.problems):
            one = state.problems[id]
            first, last = places.get(id, (0, 0))
            problems.append(
                {
                    "id": id,
                    "author": one.author,
                    "fen": one.fen,
                    "solution": one.solution,
                    "place": "" if not first else str(first) if first == last else f"{first}-{last}",
                    "conditions": [
                        (article, tell(demand, lang), tell(found, lang)) for article, demand, found in conditions_said(one.conditions)
                    ],
                    "marks": [(juror, mark) for (problem, juror), mark in state.marks.items() if problem == id],
                    "sum": sum_of(state, id),
                }
            )
        return {"problems": problems, "is_ordered": bool(places)}

    def log_page(self) -> dict[str, Any]:
        """The page of all changes, the last one first."""
        undone = taken_back(self.event.rows)
        rows = [
            {
                "number": row.number,
                "at": f"{datetime.fromtimestamp(row.t_ns // 10**9).astimezone():%Y-%m-%d %H:%M}",
                "by": who_said(row.who.by, self.lang),
                "what": tell(row_said(self.event.rows, row, self.names), self.lang),
                "why": row.who.why,
                "undone_by": undone.get(row.number),
            }
            for row in reversed(self.event.rows)
        ]
        last = standing_rows(self.event.rows)[-1].number
        return {"changes": rows, "last": next(row for row in rows if row["number"] == last) if last > 1 else None}

    def needs_lot(self) -> bool:
        """Whether the groups are to be drawn before the first round is paired."""
        state = self.state
        if state.lot or state.rounds or not state.entrants:
            return False
        sizes, _ = self.tried(lambda: sizes_of_groups(state))
        return len(sizes or ()) > 1

    def tried(self, find: Callable[[], Any]) -> tuple[Any, str]:
        """What was found, and why nothing was."""
        try:
            return find(), ""
        except TournamentError as error:
            return None, told(error.sentence, self.lang, self.names)

    def _seats(self, of_round: Mapping[str, Any], evening: Mapping[str, EveningGames]) -> list[dict[str, Any]]:
        """The games, or boards of matches, that can be given a board, with the one that each has or is proposed: the free ones in order."""
        games = [seat for group in of_round["groups"] for game in group["games"] for seat in game.get("boards", [game])]
        return self._free_seats(games, evening)

    def _free_seats(self, games: Sequence[dict[str, Any]], evening: Mapping[str, EveningGames]) -> list[dict[str, Any]]:
        """Those of the games that have not begun, with the boards that they have or that are proposed."""
        taken = {game["board"] for game in games if game["board"] and game["status"] in (OPEN, PLAYING)}
        free = iter([key for key in by_number_of(evening.values()) if key not in taken])
        return [{**game, "chosen": game["board"] or next(free, "")} for game in games if game["status"] == OPEN]


def _game_over(key: GameKey, told: Mapping[str, Any]) -> dict[str, Any]:
    """A play-off that has a result, as the form that corrects it has it; `now` is that result."""
    return {"round": key[0], "white": key[1], "black": key[2], "now": told["result"]}


def by_number_of(boards: Iterable[EveningGames]) -> list[str]:
    """The keys of the boards by their numbers, those without one last."""
    known = {games.board.key: games.number for games in boards}
    return sorted(known, key=lambda key: (not known[key].isdecimal(), int(known[key]) if known[key].isdecimal() else 0, key))


def boards_view(boards: Iterable[EveningGames]) -> list[dict[str, str]]:
    """The boards that games can be given: {"key", "number", "phase"}."""
    known = {games.board.key: games for games in boards}
    return [{"key": key, "number": known[key].number, "phase": known[key].phase} for key in by_number_of(known.values())]
