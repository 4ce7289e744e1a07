"""Who is promoted and relegated: C 8 to C 11 and D 7 for the groups of eight, B 3 for the club championships."""

from tournament.fields import Fields
from tournament.promoting import eights
from tournament.promoting_teams import teams


def promotion(question: Fields) -> dict[str, object]:
    """The answer to `promotion`. A question without `competition` is one of B where it has the order of B, else of C."""
    competition = question.one_of("competition", ("B", "C", "D"), "B" if question.has("order") else "C")
    return teams(question) if competition == "B" else eights(question)
