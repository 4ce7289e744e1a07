"""Reads what the desk of a board shows out of its parts."""

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


def page_of(client, board="1", lang="en") -> DeskPage:
    """The desk of that board as it is now for that client."""
    return DeskPage(client.get(f"/desk/{board}/state", headers={"Accept-Language": lang}).json["html"])
