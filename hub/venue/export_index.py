"""The index of an exported event, as one page without scripts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import escape

from hub.venue.hall_results import HallResult
from record.telling.sentences import tell
from rules.errors import Phrase, Sentence

INDEX, DOSSIERS = "index.html", "dossiers_not_public"
"""No event has a folder with an underscore in its name."""


class IndexSays(Phrase):
    """The texts of the index."""

    TITLE = "Games"
    ROUND = "Round"
    BOARD = "Board"
    WHITE = "White"
    BLACK = "Black"
    RESULT = "Result"
    NOT_PLAYED = "not played"
    STANDINGS = "Results and standings"
    LEFT_OUT = "Left out"
    WHY_LEFT_OUT = "Games that are still played are not here: what the public may know of them is on the pages, with their delay."
    DOSSIERS = "Dossiers"
    NOT_PUBLIC = "For the arbiters and the commission of appeal: they show pictures. Leave the folder dossiers out when you publish."


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game that was exported: where its PDN is, and its dossier, empty where there was no alert."""

    told: HallResult
    pdn: str
    dossier: str


@dataclass(slots=True)
class ExportedEvent:
    """What was exported of an event, and what was left out, with the reason."""

    name: str
    games: list[ExportedGame] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    left_out: list[tuple[HallResult, Sentence]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The event as it is written, else as addresses write it."""
        named = (one for one in (*(game.told for game in self.games), *(told for told, _ in self.left_out)) if one.tags.event)
        return next((one.tags.event or "" for one in named), self.name)


def index_page(events: Sequence[ExportedEvent], lang: str) -> str:
    """The page in that language."""
    title = tell(IndexSays.TITLE.said(), lang)
    body = "\n".join(line for event in events for line in _event(event, lang))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width"></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _event(event: ExportedEvent, lang: str) -> Iterator[str]:
    def say(said: IndexSays) -> str:
        return str(escape(tell(said.said(), lang)))

    yield f"<h1>{escape(event.title)}</h1>"
    for pdn in dict.fromkeys(game.pdn for game in event.games):
        games = [game for game in event.games if game.pdn == pdn]
        yield f'<h2>{say(IndexSays.ROUND)} {escape(games[0].told.tags.round or "-")}</h2>\n<p><a href="{escape(pdn)}">{escape(pdn)}</a></p>'
        heads = "".join(f'<th scope="col">{say(one)}</th>' for one in (IndexSays.BOARD, IndexSays.WHITE, IndexSays.BLACK, IndexSays.RESULT))
        yield f"<table>\n<tr>{heads}</tr>"
        for one in (game.told for game in games):
            result = one.result if one.is_played else f"{one.result} ({tell(IndexSays.NOT_PLAYED.said(), lang)})"
            cells = (one.board, one.tags.white or "", one.tags.black or "", result)
            yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
        yield "</table>"
    if event.tables:
        yield f"<h2>{say(IndexSays.STANDINGS)}</h2>\n{_links(event.tables)}"
    if papers := [game.dossier for game in event.games if game.dossier]:
        yield f"<h2>{say(IndexSays.DOSSIERS)}</h2>\n<p>{say(IndexSays.NOT_PUBLIC)}</p>\n{_links(papers)}"
    if event.left_out:
        yield f"<h2>{say(IndexSays.LEFT_OUT)}</h2>\n<p>{say(IndexSays.WHY_LEFT_OUT)}</p>\n<ul>"
        for told, why in event.left_out:
            names = " - ".join(filter(None, (told.tags.white, told.tags.black)))
            yield f"<li>{say(IndexSays.BOARD)} {escape(told.board)} {escape(names)}: {escape(tell(why, lang))}</li>"
        yield "</ul>"


def _links(files: Sequence[str]) -> str:
    return "<ul>" + "".join(f'<li><a href="{escape(one)}">{escape(one)}</a></li>' for one in files) + "</ul>"
