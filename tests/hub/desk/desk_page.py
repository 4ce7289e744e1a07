"""Reads what the desk of a board shows out of its parts."""

from typing import Any

from bs4 import BeautifulSoup, Tag


class DeskPage:
    """The parts of a desk, as an event or `/state` brings them."""

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
        "buttons": [_data(button) for button in card.select(".row button")],
        "pictures": [str(image["src"]).partition("/picture/")[2] for figure in shown for image in figure.select("img")],
        "away": [figure["data-picture"] for figure in shown if figure.has_attr("data-picture")],
        "boards": [svg["data-fen"] for figure in shown for svg in figure.select("svg")],
        "kept": [str(link.get("data-away") or link["href"]).rpartition("/picture/")[2] for link in card.select(".kept:not(.dossier) a")],
        "live": [tag.name for tag in card.select("button:not([disabled]), a[data-away][href]")],
        "articles": [tuple(part.get_text() for part in told.select("summary, blockquote")) for told in card.select(".more > details")],
    }


def _data(button: Tag) -> dict[str, str]:
    return {name.removeprefix("data-"): str(value) for name, value in button.attrs.items() if name.startswith("data-")}


def page_of(client, board="1", lang="en") -> DeskPage:
    """The desk of that board as it is now for that client."""
    return DeskPage(client.get(f"/desk/{board}/state", headers={"Accept-Language": lang}).json["html"])
