"""What changes at the desk of a board, as parts that are rendered here in the arbiter's language."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from hub.texts.grounds import grounds
from hub.web import fragments
from hub.web.fragments import Shown
from record.papers.rows import duration
from record.texts import marked
from rules.board.squares import Side

IN_PARTS = frozenset({"about", "trouble", "faulty", "rulings"})
"""What of a desk's view is in its parts alone."""
OF_CLOCKS = frozenset({"set-times", "add-times", "time-control"})
NO_GAME = {"stands": "", "about": {}, "closed": False, "catching_up": False, "writing": ()}
"""What the view lacks where no game is shown."""
DETAILS = ("of", "side", "plies", "result", "article", "white_ns", "black_ns", "added_ns", "time_control", "fen", "reason", "at", "undone")
"""What may belong to a ruling."""
CLOCKS_AFTER = {
    "stands": marked("The clocks stand, at what they showed then; start them."),
    "times": marked("The clocks show what they would show without it."),
}
"""What becomes of the clocks with undoing, as `undo_of` says it."""


def parts_of(environment: Environment, view: Mapping[str, Any], lang: str, heard_s: float) -> Shown:
    """The parts of the desk with that view in that language; `heard_s` is when a silent board was heard last, by the time of its feed."""
    view = {**NO_GAME, **view, "about": {"white": "", "black": "", **view.get("about", {})}}
    view["rulings"] = [{**dict.fromkeys(DETAILS), **ruling} for ruling in view["rulings"]]
    duties = {one["side"]: {"at": None, **one} for one in view["writing"]}
    own = grounds(lang).get(view.get("rules", ""), {})

    def ground(result: str, article: str) -> str:
        """What the article says, where it has one cause alone."""
        texts = [one["text"] for one in own.get(result, ()) if one["article"] == article] if article else []
        return texts[0] if len(texts) == 1 else ""

    def changed_clocks(ruling: Mapping[str, Any]) -> str:
        """The sides whose clocks that ruling changed."""
        if ruling["word"] == "add-times":
            return " ".join(side for side, added_ns in zip(Side, ruling["added_ns"], strict=True) if added_ns)
        return " ".join(Side) if OF_CLOCKS.intersection((ruling["word"], ruling["of"])) else ""

    heard = Markup('<time data-since="{}"></time>').format(round(heard_s * 1000))
    values = {
        "view": view,
        "duties": duties,
        "ground": ground,
        "changed_clocks": changed_clocks,
        "duration": duration,
        "heard": heard,
        "clocks": CLOCKS_AFTER,
    }
    return Shown(fragments.render(environment, "desk_parts.html", lang, **values))
