"""Reads the form of a board's desk, in which each ruling is a button, with what was entered beside it."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from hub.desk.decisions import SIDES
from hub.texts.grounds import grounds
from hub.web.errors import Refused
from rules.errors import Phrase

OTHER, WITHOUT = "other", "without"
"""In place of a cause: an article that the arbiter types, and a result without an article."""
NUMBER = re.compile(r"-?\d{1,17}", re.ASCII)
TIME = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)", re.ASCII)
OF_BUTTON = ("side", "alert", "result", "article", "cause")
NOTHING = "\N{EN DASH}"
MAX_PLIES, MAX_SECONDS = 999, 36_000


class EnteredWrongly(Phrase):
    """What is missing or wrong in what the arbiter entered."""

    NO_RESULT = "Choose the result first."
    NO_GROUND = "Choose the ground of the result first."
    NO_TIMES = "Type first what a clock is to show."
    NO_TIME = "{text} is no time such as 1:20:00."
    NO_CONTROL = "Type first the time control, such as {example}."
    NOT_WHOLE = "{text} is no whole number from {least} to {most}."


def ruling_in(form: Mapping[str, str], rules: str, lang: str) -> dict[str, Any]:
    """The ruling as `decisions.word_of` reads it; Refused (400) says what was entered wrongly.

    `ruling` is the value of the button: what it says, as in the query of an address.
    """
    button = dict(parse_qsl(form.get("ruling", "")))
    word = button.get("word")
    sent: dict[str, Any] = {"word": word, "game": form.get("game"), "reason": form.get("reason", "")}
    sent |= {key: _number(form.get(key, "")) for key in ("seq", "after")}
    sent |= {key: button[key] for key in OF_BUTTON if key in button}
    if "since" in button:
        sent["since"] = _number(button["since"])
    match word:
        case "take-back":
            sent["plies"] = _whole(form.get("plies", ""), MAX_PLIES)
        case "add-times":
            seconds = _whole(form.get("seconds", ""), MAX_SECONDS) * (-1 if button.get("sign") == "-" else 1)
            sent |= {f"{side}_s": seconds if side == button.get("side") else 0 for side in SIDES}
        case "set-times":
            sent |= {f"{side}_s": _seconds(text) for side in SIDES if (text := form.get(f"{side}-time", "").strip())}
            if not any(f"{side}_s" in sent for side in SIDES):
                raise Refused(400, EnteredWrongly.NO_TIMES.said())
        case "time-control":
            sent["control"] = form.get("control", "").strip()
            if not sent["control"]:
                raise Refused(400, EnteredWrongly.NO_CONTROL.said(example="80m+60s"))
        case "end" if "result" not in sent:
            ground = button["ground"] if "ground" in button else _chosen_ground(form)
            sent |= _ending(ground, form.get("article", ""), rules, lang)
        case "undo":
            sent["ruled_ns"] = _number(form.get("ruled_ns", ""))
        case "position":
            sent["fen"] = form.get("fen", "")
        case "enter-paper":
            sent |= paper_in(form)
    return sent


def paper_in(form: Mapping[str, str]) -> dict[str, str]:
    """The moves from paper, and the result where one was chosen."""
    return {"text": form.get("text", ""), **({"result": form["result"]} if form.get("result") else {})}


def _chosen_ground(form: Mapping[str, str]) -> str:
    """The ground that was chosen in the form, of the result that was."""
    result, ground = form.get("result", ""), form.get("ground", "")
    if not result and not ground:
        raise Refused(400, EnteredWrongly.NO_RESULT.said())
    if result not in ("", ground.partition(" ")[0]):
        raise Refused(400, EnteredWrongly.NO_GROUND.said())
    return ground


def _ending(ground: str, article: str, rules: str, lang: str) -> dict[str, str]:
    """The result with its article and cause. A ground is the result and its cause, or OTHER with the article that was typed, or WITHOUT."""
    result, _, cause = ground.partition(" ")
    if cause == OTHER:
        return {"result": result, "article": article}
    if cause == WITHOUT:
        return {"result": result, "article": ""}
    known = next((one for one in grounds(lang).get(rules, {}).get(result, ()) if one["cause"] == cause), None)
    if known is None:
        raise Refused(400, EnteredWrongly.NO_GROUND.said())
    return {"result": result, "article": known["article"], "cause": cause}


def _number(text: str) -> int | str:
    """The whole number, or the text where it is none."""
    return int(text) if NUMBER.fullmatch(text) else text


def _whole(text: str, most: int) -> int:
    number = int(text) if NUMBER.fullmatch(text) else 0
    if not 1 <= number <= most:
        raise Refused(400, EnteredWrongly.NOT_WHOLE.said(text=f"{text or NOTHING:.50}", least=1, most=most))
    return number


def _seconds(text: str) -> int:
    """The time in a text such as `1:20:00`, in seconds."""
    if not (found := TIME.fullmatch(text)):
        raise Refused(400, EnteredWrongly.NO_TIME.said(text=f"{text:.50}"))
    hours, minutes, seconds = map(int, found.groups())
    return (hours * 60 + minutes) * 60 + seconds
