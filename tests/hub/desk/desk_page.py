"""Reads what the desk of a board shows out of its parts."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from bs4 import BeautifulSoup, Tag

ENTERED = (
    *("game", "seq", "after", "ruled_ns", "sure", "reason", "plies", "seconds", "white-time", "black-time"),
    *("control", "ground", "fen", "text"),
)
"""The fields of the form of a desk."""


class Waiting(NamedTuple):
    """The alerts that the bar of a desk tells of."""

    ids: list[str]
    text: str
    """What the most urgent one says."""
    href: str


class DeskPage:
    """A desk: its page, or the parts of it that an event brings."""

    def __init__(self, html: str) -> None:
        self._soup = BeautifulSoup(html, "html.parser")

    def __getitem__(self, id_: str) -> str:
        """What that part says; empty where it is hidden."""
        part = self._soup.find(id=id_)
        assert part is not None, id_
        return "" if part.has_attr("hidden") else " ".join(part.text.split())

    @property
    def parts(self) -> list[Tag]:
        """All parts that come."""
        return [part for part in self._soup.find_all(recursive=False) if isinstance(part, Tag)]

    @property
    def alerts(self) -> list[dict[str, Any]]:
        """The cards of the alerts, in their order."""
        return [_alert(card) for card in self._soup.select(".alert")]

    def has(self, id_: str) -> bool:
        """Whether there is such a part."""
        return self._soup.find(id=id_) is not None

    @property
    def logs(self) -> dict[str, str]:
        """The logs with which a damaged game may go on, by the values of their choices."""
        return {str(log.input["value"]): log.text.strip() for log in self._soup.select("#lost-logs label") if log.input}

    @property
    def position(self) -> dict[str, str]:
        """The data of the position that is shown."""
        (position,) = self._soup.select("#position")
        return _data(position)

    @property
    def stands(self) -> str:
        """The last known position as a FEN."""
        return str(self._soup.select("#position")[0]["value"])

    @property
    def state(self) -> dict[str, Any]:
        """The state of the game that goes along with a ruling."""
        told = self.position
        return {"game": told["game"], "seq": int(told["seq"]), "after": int(told["after"])}

    @property
    def waiting(self) -> Waiting:
        """The alerts that wait here and at other boards."""
        (told,) = self._soup.select("#waiting")
        return Waiting(str(told["value"]).split(), str(told.get("data-text", "")), str(told.get("data-href", "")))

    @property
    def hindered(self) -> list[str]:
        """The rulings that cannot be made now."""
        (told,) = self._soup.select("#may-not")
        return ["any"] if told.has_attr("data-any") else str(told["value"]).split()

    @property
    def clocks(self) -> dict[str, tuple[str | None, bool]]:
        """What each side has left in ms, and whether its clock runs."""
        faces = {side: self._soup.select(f"#{side}")[0] for side in ("white", "black")}
        return {
            side: (str(face["data-left"]) if face.has_attr("data-left") else None, face.has_attr("data-since"))
            for side, face in faces.items()
        }

    def buttons(self, id_: str) -> list[dict[str, str]]:
        """The data of the buttons in that part."""
        return [_ruling(button) for button in self._soup.select(f"#{id_} button")]

    @property
    def moves(self) -> list[str]:
        """The moves in the list, or those of its rows that come."""
        return [move.text for move in self._soup.select("tr b")]

    @property
    def presses(self) -> list[dict[str, str]]:
        """The data of the moves in the list, and what each `shows`."""
        return [{"shows": " ".join(press.text.split()), **_data(press)} for press in self._soup.select("tr button")]

    @property
    def rulings(self) -> list[tuple[str, str]]:
        """What was ruled, and when and by whom; the newest first."""
        return [(line.b.text, line.span.text) for line in self._soup.select("#rulings li[data-row]")]

    @property
    def rulers(self) -> list[str]:
        """Who gave each ruling, the newest first."""
        return [str(line["data-by"]) for line in self._soup.select("#rulings li[data-row]")]

    @property
    def undone(self) -> list[bool]:
        """Whether each ruling was undone."""
        return [line.has_attr("data-undone") for line in self._soup.select("#rulings li[data-row]")]

    @property
    def clocks_changed(self) -> list[str | None]:
        """Whose clocks each ruling changed."""
        return [line.get("data-clocks") for line in self._soup.select("#rulings li[data-row]")]


def _alert(card: Tag) -> dict[str, Any]:
    shown = card.select(".pair:not(.opened) figure")
    seen, acts, text = card.select_one("article > .squares"), card.select_one(".acts"), card.h3
    assert acts
    assert text
    return {
        "id": str(card["id"]).removeprefix("alert-"),
        "text": text.text,
        "head": [span.text for span in card.select(".head span")],
        "when": acts.text,
        "acts": card["data-acts"],
        "open": card.has_attr("data-open"),
        "past": card.find_parent(id="past") is not None,
        "amended": card.has_attr("data-amended"),
        "seen": seen.text if seen else "",
        "buttons": [_ruling(button) for button in card.select(".row button")],
        "pictures": [str(image["src"]).partition("/picture/")[2] for figure in shown for image in figure.select("img")],
        "away": [figure["data-picture"] for figure in shown if figure.has_attr("data-picture")],
        "boards": [str(svg["aria-label"]) for figure in shown for svg in figure.select("svg")],
        "kept": [str(link.get("data-away") or link["href"]).rpartition("/picture/")[2] for link in card.select(".kept:not(.dossier) a")],
        "live": [tag.name for tag in card.select("button:not([disabled]), a[data-away][href]")],
        "articles": [tuple(part.get_text() for part in told.select("summary, blockquote")) for told in card.select(".more > details")],
    }


def _ruling(button: Tag) -> dict[str, str]:
    """What a button of the form says."""
    assert (button["form"], button["name"]) == ("rule", "ruling")
    return dict(parse_qsl(str(button["value"])))


def _data(button: Tag) -> dict[str, str]:
    return {name.removeprefix("data-"): str(value) for name, value in button.attrs.items() if name.startswith("data-")}


def form_of(word: str, **told: Any) -> dict[str, str]:
    """The fields that the form of a desk sends for that ruling: the value of its button, and what is entered beside it."""
    fields, button = {}, {"word": word}
    for key, value in told.items():
        if key in ENTERED or (key, word) == ("result", "enter-paper"):
            fields[key] = str(value)
        elif key in ("white_s", "black_s") and word == "set-times":
            fields[f"{key.removesuffix('_s')}-time"] = str(timedelta(seconds=value))
        elif key in ("white_s", "black_s") and value:
            fields["seconds"], button["side"] = str(abs(value)), key.removesuffix("_s")
            button["sign"] = "-" if value < 0 else "+"
        elif key not in ("white_s", "black_s"):
            button[key] = str(value)
    return {"ruling": urlencode(button), **fields}


def page_of(client, board="1", lang="en") -> DeskPage:
    """The desk of that board as it is now for that client."""
    return DeskPage(client.get(f"/desk/{board}", headers={"Accept-Language": lang}).text)


def events_of(client, board="1", lang="en") -> Iterator[DeskPage]:
    """What each event of that desk brings."""
    with client.get(f"/desk/{board}/events", headers={"Accept-Language": lang}, buffered=False) as answer:
        yield from (DeskPage(event.decode().partition("data: ")[2]) for event in answer.iter_encoded() if b"data: <" in event)
