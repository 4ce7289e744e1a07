"""Reads the evening page out of its HTML: the boards as cards, and what it says of what was sent."""

import json

from bs4 import BeautifulSoup


def cards_in(html):
    """By the keys of the boards what each card says; `to_come` is what is known of the game to come, {} where none can be given names."""
    cards = BeautifulSoup(html, "html.parser").select("#boards > li")
    return {card["id"].removeprefix("board-"): _card(card) for card in cards}


def told_in(html):
    """What was done and what was not, what is wrong with a list or the names, and what stands at the boards now."""
    soup = BeautifulSoup(html, "html.parser")
    told, list_faults, names_fault = soup.select_one("#told"), soup.select_one("#list-faults"), soup.select_one("#names-fault")
    return {
        "done": [item.text for item in told.select("li:not(.undone)")],
        "failed": [item.text for item in told.select("li.undone")] + ([names_fault.text] if names_fault and names_fault.text else []),
        "faults": [item.text for item in list_faults.select("li")],
        "fault": list_faults.p and (list_faults.p.text, list_faults.p["lang"]),
        "stands": {key: known["values"] for key, known in json.loads(told["data-stands"]).items()},
        "text": soup.select_one("#list-text").text.removeprefix("\n"),
        "shown": soup.select_one("#list input[name=shown]")["value"],
        "offered": {field["name"]: field["value"] for field in soup.select("#list .fields input")},
    }


def dialog_in(html):
    """The dialog that is open: its text, and its fields by their names; None where none is."""
    dialog = BeautifulSoup(html, "html.parser").select_one("dialog[open]")
    return dialog and (dialog.select_one("h2, p").text, {field["name"]: field["value"] for field in dialog.select("input")})


def _card(card):
    def text(selector):
        found = card.select_one(selector)
        return found.text if found else ""

    return {
        "state": card["data-state"],
        **{name: text(f".{name}") for name in ("phase", "players", "known", "result", "open", "prepared", "failing")},
        "acts": [act.text for act in card.select(".acts > *")],
        "earlier": [game.span.text for game in card.select(".before li")],
        "to_come": json.loads(card["data-known"]) if card.has_attr("data-known") else {},
    }
