"""What changes at the desk of a board, as parts, cards of alerts and rows of moves that are rendered here in the arbiter's language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment
from markupsafe import Markup

from hub.access.forms import MAX_LOG_BYTES
from hub.boards.readiness import GIVEN_NAME
from hub.desk.open_alerts import LOST_RANK
from hub.feeds.desk_moves import Pair, pairs, written
from hub.feeds.waiting import LOST
from hub.texts.grounds import grounds
from hub.web import fragments
from hub.web.drawn import USUAL_SIZE, DrawnBoard, countdown, drawn_board, drawn_clocks
from hub.web.fragments import Fragment, Shown
from record.papers.public_view import ends
from record.papers.rows import duration
from record.texts import marked, say
from rules.board.squares import Side
from rules.errors import FenError

UNANSWERED = frozenset({"open", "late"})
"""The states of a command for a board elsewhere of which it is not known here whether it was done."""
NO_RULINGS = frozenset({"seen", "names", "suspend-writing", "resume-writing"})
"""Commands that no ruling has to wait for."""
OF_CLOCKS = frozenset({"set-times", "add-times", "time-control"})
NO_GAME: Mapping[str, Any] = {
    **dict.fromkeys(("stands", "start", "rules"), ""),
    **dict.fromkeys(("closed", "catching_up", "recorded", "mirrored")),
    **dict.fromkeys(("writing", "listed"), ()),
    "about": {},
    "seq": 0,
    "board_size": USUAL_SIZE,
    "doubt": None,
    "clock": None,
}
"""What the view lacks where no game is shown."""
DETAILS = (
    *("of", "side", "plies", "result", "article", "cause", "white_ns", "black_ns", "added_ns"),
    *("time_control", "fen", "reason", "at", "undone"),
)
"""What may belong to a ruling."""
CLOCKS_AFTER = {
    "stands": marked("The clocks stand, at what they showed then; start them."),
    "times": marked("The clocks show what they would show without it."),
}
"""What becomes of the clocks with undoing, as `undo_of` says it."""


ROWS_KEPT = 2048
"""The rows of moves that are kept as they were rendered: those of some thirty games, in a megabyte."""

Render = Callable[..., Fragment]
"""Renders a template with more values."""


@dataclass(frozen=True, slots=True, eq=False)
class DeskShown:
    """What readers of one language and role see of a desk at one moment."""

    parts: Shown
    """With the cards of the alerts."""
    moves: Shown
    loss: Shown
    """What the journal of the game has lost, and how it may go on."""
    state: Mapping[str, object]
    """Of which state of the game it is: the fields on which a ruling rests. `ruled_ns` is when the ruling was made that can be undone."""
    hindered: frozenset[str] | None
    """The rulings that cannot be made now, as `_hindered`; None where none can be made."""

    def ruling(self, word: str, **details: str) -> Markup:
        """The attributes of the button that rules so, as `ruling_forms.ruling_in` reads it; disabled where that cannot be ruled now."""
        names = word, f"{word}-{details.get('side')}"
        disabled = " disabled" if self.hindered is None or not self.hindered.isdisjoint(names) else ""
        value = urlencode({"word": word, **details})
        return Markup('form="rule" name="ruling" value="{}" data-word="{}"{}').format(value, word, disabled)

    @property
    def lost(self) -> Markup:
        """The notice of what was lost."""
        return Markup("".join(self.loss.parts))

    def changes(self, seen: "DeskShown | None") -> str:
        """The HTML that makes a page of `seen` this one, as `fragments.changes`."""
        before = (seen.parts, seen.moves, seen.loss) if seen else (None, None, None)
        return "".join(map(fragments.changes, (self.parts, self.moves, self.loss), before))


def parts_of(environment: Environment, lang: str, view: Mapping[str, Any], heard_s: float, base: str, *, may_rule: bool) -> DeskShown:
    """The desk at the address `base` with that view in that language.

    `heard_s` is when a silent board was heard last, by the time of its feed. Who `may_rule` is offered rulings.
    """
    shown = {**NO_GAME, **view, "about": {"white": "", "black": "", **view.get("about", {})}}
    endings = grounds(lang).get(shown["rules"], {})
    shown["rulings"] = [{**dict.fromkeys(DETAILS), **ruling} for ruling in view["rulings"]]

    def render(template: str, **more: object) -> Fragment:
        common = {"view": shown, "duration": duration, "base": base, "may_rule": may_rule, "drawn_at": partial(_drawn_at, shown)}
        return fragments.render(environment, template, lang, **common, **more)

    hindered = _hindered(shown)
    size, since_ms = shown["board_size"], round(heard_s * 1000)
    values = {
        "clocks": drawn_clocks({**shown, "age_ms": 0}),
        "since_ms": since_ms,
        "waiting": _waiting(lang, view),
        "hindered": hindered,
        "endings": endings,
        "grounds": {(result, one["cause"]): one["text"] for result, rests in endings.items() for one in rests},
        "doubted": partial(_doubted, lang, size),
        "duties": {one["side"]: {"at": None, **one} for one in shown["writing"]},
        "clocks_after": CLOCKS_AFTER,
        "changed_clocks": _changed_clocks,
    }
    parts = Shown(render("desk_parts.html", **values), '<div id="alerts">', _alerts(render, view["alerts"]), "</div>")
    rows = {name: _row(environment, lang, size, name, pair) for name, pair in pairs(shown["listed"]).items()}
    moves = Shown((), Markup('<tbody id="rows" data-fen="{}">').format(shown["start"]), rows, "</tbody>")
    state = {"game": view["game"] or "", "seq": shown["seq"], "after": view["last_ruling"]}
    state["ruled_ns"] = view["undo"]["ruled_ns"] if view["undo"] else ""
    return DeskShown(parts, moves, Shown(render("desk_lost.html", **_loss(view))), state, hindered)


def drawn_position(lang: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """The position of a desk's view as its page has it before scripts draw it, or without any: `drawn`, and what is said where it is in
    doubt (`doubted`)."""
    shown = {**NO_GAME, **view}
    doubt, last = shown["doubt"], next((press.move for press in reversed(shown["listed"]) if not press.is_off_record), None)
    position = {**shown, "fen": shown["stands"], "last_move": () if doubt else ends(last)}
    says = _doubted(lang, shown["board_size"], doubt["since"], doubt["squares"]) if doubt else ""
    return {"drawn": drawn_board(position, doubt["squares"] if doubt else ()), "doubted": says}


def _waiting(lang: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """The alerts that wait here and at the other boards: the `ids` of all, those that are `carried`, and the most urgent as `text` with the
    way to it (`href`).

    What the journal has lost comes first, and of alerts that are as urgent those of this board.
    """
    open_here = [alert for alert in view["alerts"] if alert["open"]]
    waits = [(alert["rank"], f"alert-{alert['id']}", alert["text"], f"#alert-{alert['id']}") for alert in open_here]
    if view["lost"] or (view["damaged"] and view["link"]):
        waits.insert(0, (LOST_RANK, LOST, say(lang, marked("The journal of this game has lost something.")), f"#{LOST}"))
    ids = [id_ for _, id_, _, _ in waits] + [f"{board['key']}/{id_}" for board in view["others"] for id_ in board["ids"]]
    carried = [f"alert-{alert['id']}" for alert in open_here if "carried" in alert]
    carried += [f"{board['key']}/{id_}" for board in view["others"] for id_ in board["carried"]]
    for board in view["others"]:
        name = say(lang, marked("Board {number}"), number=board["number"]) if board["number"] else board["key"]
        for alert in board["alerts"]:
            href = f"/desk/{board['key']}#{'' if alert['id'] == LOST else 'alert-'}{alert['id']}"
            waits.append((alert["rank"], alert["id"], f"{name}: {alert['text']}", href))
    _, _, text, href = min(waits, key=itemgetter(0), default=(0, "", "", ""))
    return {"ids": ids, "carried": carried, "text": text, "href": href}


def _hindered(view: Mapping[str, Any]) -> frozenset[str] | None:
    """The rulings that the game as it stands does not allow, with the side of a clock; the service decides about all others.

    None where none can be made: no game is shown or its recording has ended, the board cannot be reached, or one is on its way to it.
    """
    link = view["link"]
    if not view["stands"] or not view["recorded"] or (link and (link["cut_off"] or any(map(_is_awaited, link["commands"])))):
        return None
    clock, is_silent = view["clock"], view["no_news"]
    hindered = {
        "stand": not view["pending"],
        "restore": not view["pending"],
        "paper": view["paper"],
        "record": not view["paper"],
        "enter-paper": not view["paper"],
        **{f"start-clock-{side}": clock["running"] == side and not is_silent for side in Side},
        "undo": not view["undo"],
        "stop-clock": not clock["running"] and not is_silent,
        "set-times": clock["white_ns"] is None,
        "add-times": clock["white_ns"] is None,
    }
    return frozenset(word for word, is_hindered in hindered.items() if is_hindered)


def _is_awaited(command: Mapping[str, Any]) -> bool:
    return command["state"] in UNANSWERED and command["name"] not in NO_RULINGS


def _loss(view: Mapping[str, Any]) -> dict[str, Any]:
    """What the journal has `lost`, what the service waits for (`damaged`), whether it does so elsewhere alone (`is_there`), and the `logs`
    with which the game may go on: the sound beginning, whose source is empty, and those that have more of it."""
    lost, damaged = view["lost"], view["damaged"]
    own = [{"source": "", "row": lost["row"], "seq": lost["seq"]}] if lost and lost["may_go_on"] else []
    logs = [{**log, "is_given": log["source"].endswith(f"/{GIVEN_NAME}")} for log in (*own, *(damaged["logs"] if damaged else ()))]
    is_there = bool(damaged and view["link"] and not lost)
    return {"lost": lost, "damaged": damaged, "is_there": is_there, "logs": logs, "max_log_bytes": MAX_LOG_BYTES}


def _drawn_at(view: Mapping[str, Any], fen: str, marked: Iterable[int]) -> DrawnBoard | None:
    """The board of that view with another position; None where that is none, which a faulty board may send."""
    try:
        return drawn_board({**view, "fen": fen, "last_move": marked})
    except FenError:
        return None


def _alerts(render: Render, alerts: Sequence[Mapping[str, Any]]) -> dict[str, Fragment]:
    """The cards of the alerts, the most urgent first. Those that wait no more, and by which no player can claim, lie in one element."""
    cards = {alert["id"]: render("desk_alert.html", alert=alert) for alert in alerts}
    past = [cards[alert["id"]] for alert in alerts if alert["past"]]
    listed = {alert["id"]: cards[alert["id"]] for alert in alerts if not alert["past"]}
    if not listed:
        listed["none"] = render("desk_no_alerts.html", count=len(past))
    if past:
        *opening, list_end, end = render("desk_earlier.html", count=len(past))
        listed["earlier"] = (*opening, *(line for card in past for line in card), list_end, end)
    return listed


@lru_cache(ROWS_KEPT)
def _row(environment: Environment, lang: str, size: int, name: str, pair: Pair) -> Fragment:
    """The row of that name in the list of moves."""
    (number,) = {press.number for press in pair if press}
    values = {"name": name, "number": number, "pair": pair, "written": written, "countdown": countdown}
    return fragments.render(environment, "desk_row.html", lang, doubted=partial(_doubted, lang, size), **values)


def _doubted(lang: str, size: int, since: int, squares: Sequence[int]) -> str:
    """What is said where press `since` and those after it were not read: which position is drawn, and the squares that are in doubt."""
    drawn = say(lang, marked("Not read since press {seq}: the last known position is drawn."), seq=since)
    if not squares:
        return drawn
    if len(squares) == size**2 // 2:
        return f"{drawn} {say(lang, marked('Nothing of the board was seen.'))}"
    named = marked("On the squares with a dashed edge something else may stand: {squares}.")
    return f"{drawn} {say(lang, named, squares=', '.join(map(str, squares)))}"


def _changed_clocks(ruling: Mapping[str, Any]) -> str:
    """The sides whose clocks that ruling changed."""
    if ruling["word"] == "add-times":
        return " ".join(side for side, added_ns in zip(Side, ruling["added_ns"], strict=True) if added_ns)
    return " ".join(Side) if OF_CLOCKS.intersection((ruling["word"], ruling["of"])) else ""
