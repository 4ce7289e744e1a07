"""What changes at the desk of a board, as parts and cards of alerts that are rendered here in the arbiter's language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jinja2 import Environment

from hub.texts.grounds import grounds
from hub.web import fragments
from hub.web.fragments import Fragment, Shown
from record.papers.rows import duration
from record.texts import marked
from rules.board.squares import Side

IN_PARTS = frozenset({"about", "trouble", "faulty", "rulings", "alerts"})
"""What of a desk's view is in its parts alone."""
OF_CLOCKS = frozenset({"set-times", "add-times", "time-control"})
NO_GAME = {"stands": "", "about": {}, "closed": False, "catching_up": False, "writing": ()}
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


Render = Callable[..., Fragment]
"""Renders a template with more values."""


def parts_of(environment: Environment, lang: str, view: Mapping[str, Any], heard_s: float, base: str, *, may_rule: bool) -> Shown:
    """The desk at the address `base` with that view in that language: its parts, and the cards of its alerts.

    `heard_s` is when a silent board was heard last, by the time of its feed. Who `may_rule` is offered rulings.
    """
    own = grounds(lang).get(view.get("rules", ""), {})
    texts = {(result, one["cause"]): one["text"] for result, rests in own.items() for one in rests}
    shown = {**NO_GAME, **view, "about": {"white": "", "black": "", **view.get("about", {})}}
    shown["rulings"] = [{**dict.fromkeys(DETAILS), **ruling} for ruling in view["rulings"]]

    def render(template: str, **more: object) -> Fragment:
        common = {"view": shown, "duration": duration, "base": base, "may_rule": may_rule}
        return fragments.render(environment, template, lang, **common, **more)

    values = {
        "grounds": texts,
        "duties": {one["side"]: {"at": None, **one} for one in shown["writing"]},
        "since_ms": round(heard_s * 1000),
        "clocks": CLOCKS_AFTER,
        "changed_clocks": _changed_clocks,
    }
    return Shown(render("desk_parts.html", **values), '<div id="alerts">', _alerts(render, view["alerts"]), "</div>")


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


def _changed_clocks(ruling: Mapping[str, Any]) -> str:
    """The sides whose clocks that ruling changed."""
    if ruling["word"] == "add-times":
        return " ".join(side for side, added_ns in zip(Side, ruling["added_ns"], strict=True) if added_ns)
    return " ".join(Side) if OF_CLOCKS.intersection((ruling["word"], ruling["of"])) else ""
