"""Reads what the desk of the hall shows out of its HTML."""

from contextlib import closing

from bs4 import BeautifulSoup


def desks(client, lang="en"):
    """The desk of the hall as its stream begins for that client: {"fault", "alerts", "boards"}."""
    with closing(client.get("/desks/events", query_string={"lang": lang})) as answer:
        assert answer.status_code == 200, answer.text
        return desks_in(next(event for event in answer.iter_encoded() if b"data: " in event).partition(b"data: ")[2])


def desks_in(html):
    """The same of the HTML of a page or an event."""
    soup = BeautifulSoup(html, "html.parser")
    fault = soup.select_one("#hub-fault")
    return {
        "fault": fault.text if fault else "",
        "alerts": [_alert(card) for card in soup.select("li[data-kind]")],
        "boards": [_board(row) for row in soup.select("li[id^=board-]")],
    }


def _alert(card):
    key, game, alert = card["id"].split("/")
    taken, button = card.select_one(".taken"), card.select_one("button")
    return {
        "key": key,
        "game": game,
        "id": alert,
        "name": card.select_one("b").text,
        "text": card.select_one(".says a").text,
        "href": card.select_one(".says a")["href"],
        "about": [span.text for span in card.select(".about span")],
        "since": card.select_one(".since").text,
        "since_ms": int(card.select_one("time")["data-since"]),
        "kind": card["data-kind"],
        "call": card.has_attr("data-call"),
        "carried": card.has_attr("data-carried"),
        "event": card["data-event"],
        "rank": int(card["data-rank"]),
        "taken": taken.text if taken else "",
        "button": button and (button.text, {button["name"]: button["value"]}),
    }


def _board(row):
    moment = row.select_one("time")
    return {
        "key": row["id"].removeprefix("board-"),
        "name": row.select_one("a").text,
        "players": row.select_one(".players").text,
        "event": row["data-event"],
        "says": row.select_one(".open").text,
        "marked": row.has_attr("data-open"),
        "silent_since_ms": int(moment["data-since"]) if moment else None,
        "take_over": row.select_one(".take-over") is not None,
    }
