"""Reading an event out of the fields of a question `standings`."""

from tournament.faults import ContestFault, Where
from tournament.fields import Fields, QuestionError, shown
from tournament.final_order import A_5, B_7, B_7_GROUP_I, C_15, C_15_KK, D_6, D_6_SWISS, E_5, F_4, G_6, FinalOrder
from tournament.halves import RESULTS, WIN, match_points
from tournament.meetings import Bye, Meeting
from tournament.schedule import HA, LARGEST_HA
from tournament.standings import Contest

COMPETITIONS = ("A", "B", "C", "D", "E", "F", "G")
GROUPS_OF_EIGHT = ("KK", "HAA", "RHAA")
CLASSES = {"A": ("EK", *GROUPS_OF_EIGHT, HA, "1", "2", "3"), "C": GROUPS_OF_EIGHT, "D": (HA, "1", "2", "3")}
"""The classes that each competition has; of the others none is asked."""
FIELDS = ("competition", "class", "group", "swiss", "players", "games", "byes", "withdrawn", "playoffs", "decided")
"""Those of a question `standings`."""
OF_A_GROUP = 8
ROMAN = frozenset("IVXLC")


def class_of(question: Fields, competition: str) -> str:
    """The class of the event, "" where it is not told. QuestionError: the competition has no such class."""
    classes = CLASSES.get(competition)
    return question.one_of("class", classes, "") if classes else question.text("class", "")


def result_of(told: object, where: Where, **values: int) -> str | None:
    """A result in White's view or None. QuestionError: it is no result; `where` and its values tell whose it is."""
    if told is None or (isinstance(told, str) and told in RESULTS):
        return told
    raise QuestionError(ContestFault.NO_RESULT.said(where=where.said(**values), value=shown(told), results=tuple(RESULTS)))


def _order_of_teams(question: Fields, competition: str) -> FinalOrder:
    if competition == "G":
        return G_6
    group = question.ident("group")
    if not set(group) <= ROMAN:
        raise QuestionError(ContestFault.NO_GROUP.said(group=shown(group)))
    return B_7_GROUP_I if group == "I" else B_7


def _order_of_eight(class_: str, players: int) -> FinalOrder:
    if not class_:
        raise QuestionError(ContestFault.NO_CLASS.said())
    if players > OF_A_GROUP:
        raise QuestionError(ContestFault.LARGE_GROUP.said(players=players, most=OF_A_GROUP))
    return C_15_KK if class_ == "KK" else C_15


def order_of(question: Fields, competition: str, players: int) -> FinalOrder:
    """The rule by which the event is ordered. QuestionError: a class or system that the competition does not have."""
    class_ = class_of(question, competition)
    is_large_ha = competition == "D" and class_ == HA and players > LARGEST_HA
    is_swiss = question.flag("swiss", is_large_ha or competition == "F")
    if is_swiss and competition != "F" and (competition, class_) not in (("D", ""), ("D", HA)):
        raise QuestionError(ContestFault.NO_SWISS.said())
    if competition == "C":
        return _order_of_eight(class_, players)
    if competition in ("B", "G"):
        return _order_of_teams(question, competition)
    if competition == "D":
        return D_6_SWISS if is_swiss else D_6
    return {"A": A_5, "E": E_5, "F": F_4}[competition]


def game_of(row: Fields, number: int, where: Where) -> Meeting:
    """The game of two players in a row: `white`, `black`, `result` and `default`; `round` is read by the caller."""
    row.only("round", "white", "black", "result", "default")
    result = result_of(row.value("result"), where, round=number)
    points = RESULTS[result] if result is not None else None
    return Meeting(number, row.ident("white"), row.ident("black"), points, is_default=row.flag("default", False))


def _halves(told: object, of: object) -> int:
    """Board points as half points; `of` are those of both teams, which the sentence shows."""
    if isinstance(told, bool) or not isinstance(told, int | float) or told < 0 or 2 * told % 1 != 0:
        raise QuestionError(ContestFault.BOARD_POINTS.said(value=shown(of)))
    return int(2 * told)


def _match(row: Fields, number: int, boards: int) -> Meeting:
    row.only("round", "first", "second", "board_points", "default")
    told = row.value("board_points")
    if told is None:
        return Meeting(number, row.ident("first"), row.ident("second"))
    if not isinstance(told, list) or len(told) != 2:
        raise QuestionError(ContestFault.BOARD_POINTS.said(value=shown(told)))
    points = _halves(told[0], told), _halves(told[1], told)
    if sum(points) > WIN * boards:
        raise QuestionError(ContestFault.MANY_POINTS.said(value=shown(told), boards=boards))
    return Meeting(number, row.ident("first"), row.ident("second"), match_points(points), points, row.flag("default", False))


def _meeting(row: Fields, number: int, order: FinalOrder, where: Where = Where.ROUND) -> Meeting:
    return _match(row, number, order.boards) if order.boards else game_of(row, number, where)


def contest_of(question: Fields) -> Contest:
    """The event of a question `standings`. QuestionError: a field is missing or cannot be."""
    question.only(*FIELDS)
    competition = question.one_of("competition", COMPETITIONS)
    players = tuple(question.texts("players"))
    if not players:
        raise QuestionError(ContestFault.NO_PLAYERS.said())
    order = order_of(question, competition, len(players))
    withdrawn = tuple(question.texts("withdrawn", ()))
    if withdrawn and competition != "C":
        raise QuestionError(ContestFault.ONLY_C.said(competition=competition))
    return Contest(
        order=order,
        players=players,
        meetings=tuple(_meeting(row, row.whole("round", least=1), order) for row in question.rows("games")),
        byes=tuple(Bye(row.only("round", "id").whole("round", least=1), row.ident("id")) for row in question.rows("byes", ())),
        withdrawn=withdrawn,
        play_offs=tuple(_meeting(row, 0, order, Where.PLAY_OFFS) for row in question.rows("playoffs", ())),
        decided=tuple(map(tuple, question.lists("decided", ()))),
    )
