"""What events and the regulations say, as JSON: the answers of `damcam event ask`, which other tasks of `damcam event` print too."""

from tournament.events.standing import EventStandings, GroupStandings
from tournament.final_order import PlacedBy
from tournament.group_winners import ARTICLE as FIRST_OF_GROUPS_ARTICLE
from tournament.group_winners import FirstOfGroups
from tournament.play_offs import Colours
from tournament.promotion import ARTICLE_OF_TEAMS, GroupsOfEight, TeamGroups
from tournament.ranking import ARTICLE as RANKING_ARTICLE
from tournament.ranking import PointsRanking, RankingRow
from tournament.standings import OpenPlaces, Standing, Standings

Answer = dict[str, object]


def eights_answer(found: GroupsOfEight) -> Answer:
    """The groups of eight as the answer to `promotion`."""
    groups = {str(player_class): list(ids) for player_class, ids in found.groups.items()}
    return {**groups, "to_HA": list(found.to_ha), "article": found.article}


def teams_answer(found: TeamGroups) -> Answer:
    """The groups of teams as the answer to `promotion`, of merged classes with who goes up and down."""
    groups = [list(group) for group in found.groups]
    if not found.promoted:
        return {"groups": groups, "article": ARTICLE_OF_TEAMS}
    upper, lower = groups
    return {"promoted": found.promoted, "relegated": found.relegated, "upper": upper, "lower": lower, "article": ARTICLE_OF_TEAMS}


def ranking_answer(found: PointsRanking) -> Answer:
    """The points ranking as the answer to `ranking`."""
    seasons = [
        {
            "year": season.year,
            "rows": [_ranking_row(row) for row in season.rows],
            "promoted": list(season.promoted),
            "may_go_down": list(season.may_go_down),
            "best": list(season.best),
        }
        for season in found.seasons
    ]
    classes = {id: str(player_class) for id, player_class in found.classes.items()}
    return {"seasons": seasons, "classes": classes, "article": RANKING_ARTICLE}


def _ranking_row(row: RankingRow) -> Answer:
    points = {"wp": row.wp, "kp": row.kp, "sp": row.sp, "tp": row.tp, "last_four": row.last_four}
    return {"id": row.id, "class": str(row.player_class), **points}


def standings_answer(found: Standings | GroupStandings) -> Answer:
    """The final order of a group as the answer to `standings`; `articles` are those of the places by id."""
    odd_white = [place.next.pairs[0][0] for place in found.open if place.next and place.next.colours is Colours.EACH_REVERSED]
    return {
        "table": [_row(standing) for standing in found.table],
        "open": [_open(place) for place in found.open],
        "lapsed": list(found.lapsed),
        "awarded": [
            {"round": game.round, "white": game.white, "black": game.black, "result": game.result, "default": game.by_default}
            for game in found.awarded
        ],
        "article": found.article,
        "articles": {standing.id: standing.article for standing in found.table},
        **({"odd_white": odd_white} if odd_white else {}),
    }


def event_standings_answer(found: EventStandings) -> Answer:
    """The standings of an event: the answer to `standings` with `withdrawn` and `over`; of several groups `groups`, with their names."""
    groups = [{**standings_answer(group), "withdrawn": list(group.withdrawn), "over": group.is_over} for group in found.groups]
    if len(groups) == 1:
        return groups[0]
    named = [{"group": group.name, **answered} for group, answered in zip(found.groups, groups, strict=True)]
    first = {"first_of_groups": first_answer(found.first)} if found.first else {}
    return {"groups": named, "article": found.groups[0].article, **first}


def first_answer(found: FirstOfGroups) -> Answer:
    """The first place of all groups as the answer to `first-of-groups`."""
    if found.open is None:
        return {"first": found.first, **_by(found.by), "open": [], "needs": None, "next": [], "article": FIRST_OF_GROUPS_ARTICLE}
    open_ = _open(found.open)
    ids = {"open": open_.pop("ids")}
    del open_["places"]
    return {"first": None, **_by(found.by), **ids, **open_, "article": FIRST_OF_GROUPS_ARTICLE}


def _row(standing: Standing) -> Answer:
    of_teams = {} if standing.board_points is None else {"board_points": standing.board_points}
    of_swiss = {} if standing.resistance is None else {"resistance": standing.resistance}
    figures = {"points": standing.points, "sb": standing.sb, **of_teams, **of_swiss}
    return {"id": standing.id, "place": list(standing.places), **figures, **_by(standing.by)}


def _by(by: PlacedBy) -> Answer:
    """What set somebody apart; the arbiter's order is marked as `decided`."""
    return {"by": by.criterion, **({"decided": True} if by is PlacedBy.DECIDED else {})}


def _open(place: OpenPlaces) -> Answer:
    """Open places with the games that are to be played now. Teams stand in the order of their numbers; `odd_white` tells their colours."""
    told: Answer = {"places": list(place.places), "ids": list(place.ids), "needs": str(place.needs)}
    if place.next is None:
        return {**told, "next": []}
    match place.next.colours:
        case Colours.BY_LOT:
            games: list[Answer] = [{"players": list(pair)} for pair in place.next.pairs]
        case Colours.EACH_REVERSED:
            games = [{"first": place.ids[0], "second": place.ids[1]}]
        case Colours.REVERSED:
            games = [{"white": white, "black": black} for white, black in place.next.pairs]
    return {**told, "colours": str(place.next.colours), "next": games}
