"""The answers of `schedule`, `match` and `standings`."""

from tournament.event_question import class_of, contest_of, result_of
from tournament.faults import ContestFault, Where
from tournament.fields import Fields, QuestionError
from tournament.final_order import PlacedBy
from tournament.halves import in_points
from tournament.match import ARTICLES, BOARDS, team_match
from tournament.meetings import Meeting
from tournament.play_offs import Colours, Wanted
from tournament.schedule import TABLES, schedule
from tournament.standings import Contest, OpenPlaces, PlaceTaken, Standings, standings

RESULT_OF = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "draw"}


def schedule_answer(question: Fields) -> dict[str, object]:
    """The rounds of the table for so many, and how many rounds a match day has."""
    question.only("competition", "class", "players")
    competition = question.one_of("competition", tuple(TABLES))
    table = schedule(competition, class_of(question, competition), question.whole("players"))
    rounds = [
        {"round": number, "pairs": [list(pair) for pair in pairs], "free": list(table.free(pairs))}
        for number, pairs in enumerate(table.rounds, 1)
    ]
    return {"rounds": rounds, "days": list(table.days) if table.days else None, "article": table.article}


def _line_up(question: Fields, name: str, boards: int) -> list[str | None]:
    ids = question.slots(name)
    if len(ids) != boards:
        raise QuestionError(ContestFault.LINE_UP.said(field=name, count=len(ids), boards=boards))
    return ids


def _results(question: Fields, is_full: list[bool]) -> list[str | None]:
    """The results of the boards; what stands at an empty board is not looked at."""
    told = question.value("results")
    if not isinstance(told, list) or len(told) != len(is_full):
        count = len(told) if isinstance(told, list) else 0
        raise QuestionError(ContestFault.RESULTS.said(count=count, boards=len(is_full)))
    boards = enumerate(zip(told, is_full, strict=True), 1)
    return [result_of(result, Where.BOARD, board=board) if full else None for board, (result, full) in boards]


def match_answer(question: Fields) -> dict[str, object]:
    """The boards of a match with their colours, and the points of both teams."""
    question.only("competition", "first", "second", "results")
    competition = question.one_of("competition", tuple(BOARDS))
    first, second = (_line_up(question, name, BOARDS[competition]) for name in ("first", "second"))
    is_full = [one is not None and other is not None for one, other in zip(first, second, strict=True)]
    match = team_match(first, second, _results(question, is_full))
    boards = [
        {"board": one.number, "white": one.white, "black": one.black, "result": one.result, "default": one.is_default}
        for one in match.boards
    ]
    return {
        "boards": boards,
        "board_points": [in_points(halves) for halves in match.board_points],
        "match_points": [in_points(halves) for halves in match.match_points],
        "is_over": match.is_over,
        "article": ARTICLES[competition],
    }


def _row(contest: Contest, taken: PlaceTaken, told: Standings) -> dict[str, object]:
    tally, order = told.tally, contest.order
    row: dict[str, object] = {
        "id": taken.id,
        "place": list(taken.places),
        "points": in_points(tally.points[taken.id]),
        "sb": in_points(tally.sb[taken.id]),
    }
    if order.boards:
        row["board_points"] = in_points(tally.board_points[taken.id])
    if order.is_swiss:
        row["resistance"] = in_points(tally.resistance[taken.id])
    return {**row, **by_told(taken.by)}


def by_told(by: PlacedBy) -> dict[str, object]:
    """What set somebody apart; the arbiter's order stands for a play-off, and is marked as `decided`."""
    return {"by": str(PlacedBy.PLAY_OFF), "decided": True} if by is PlacedBy.DECIDED else {"by": str(by)}


def next_told(now: Wanted) -> list[dict[str, object]]:
    """The games to be played now: with their colours, or `players` where the lot gives them."""
    if now.colours is Colours.BY_LOT:
        return [{"players": list(pair)} for pair in now.next]
    return [{"white": white, "black": black} for white, black in now.next]


def _open(left: OpenPlaces) -> dict[str, object]:
    told = {"places": list(left.places), "ids": list(left.ids), "needs": str(left.needs)}
    if left.wanted is None:
        return {**told, "next": []}
    if left.wanted.colours is Colours.EACH_REVERSED:
        first, second = left.ids
        return {**told, "colours": str(left.wanted.colours), "next": [{"first": first, "second": second}]}
    return {**told, "colours": str(left.wanted.colours), "next": next_told(left.wanted)}


def _odd_white(told: Standings) -> dict[str, object]:
    """Of each match of teams that is to be played the team whose players have White on the odd boards."""
    open_ = [left.wanted for left in told.open if left.wanted and left.wanted.colours is Colours.EACH_REVERSED]
    return {"odd_white": [now.next[0][0] for now in open_]} if open_ else {}


def _awarded(game: Meeting) -> dict[str, object]:
    result = RESULT_OF[game.points] if game.points else None
    return {"round": game.round, "white": game.first, "black": game.second, "result": result, "default": game.is_default}


def standings_answer(question: Fields) -> dict[str, object]:
    """The final order as if the event were over, with what is open, and what withdrawals did; `articles` are those of the places by id."""
    contest = contest_of(question)
    told = standings(contest)
    return {
        "table": [_row(contest, taken, told) for taken in told.taken],
        "open": [_open(left) for left in told.open],
        "lapsed": list(told.withdrawal.lapsed),
        "awarded": [_awarded(game) for game in told.withdrawal.awarded],
        "article": contest.order.article,
        "articles": {taken.id: taken.article for taken in told.taken},
        **_odd_white(told),
    }
