"""Which pairing table an event of so many players or teams has (A 4, B 4, C 7, D 4, D 5, G 4, appendix 2)."""

from collections.abc import Mapping

from tournament.articles import article_said
from tournament.faults import ContestFault
from tournament.fields import QuestionError
from tournament.tables import A_4, APPENDIX_2, B_4, C_7, D_5, G_4, PairingTable

TABLES: Mapping[str, Mapping[int, PairingTable]] = {"A": A_4, "B": B_4, "C": C_7, "D": D_5, "G": G_4}
ARTICLES = {"A": "A 4", "B": "B 4", "C": "C 7", "D": "D 5, A 4", "G": "G 4"}
HA = "HA"
LARGEST_HA = 8


def schedule(competition: str, class_: str, players: int) -> PairingTable:
    """The table. QuestionError: there is none for that number."""
    is_ha = competition == "D" and class_ == HA
    if is_ha and players > LARGEST_HA:
        raise QuestionError(ContestFault.SWISS_TABLE.said(players=players, least=LARGEST_HA + 1))
    tables = APPENDIX_2 if is_ha else TABLES[competition]
    if players not in tables:
        article = "appendix 2" if is_ha else ARTICLES[competition]
        raise QuestionError(ContestFault.NO_TABLE.said(players=players, article=article_said(article), sizes=tuple(tables)))
    return tables[players]
