"""The points ranking worked out a second time, from appendix 4 and in another manner: matrices of players by places and by seasons.

A final order is a matrix of players by places; times the points of the places it gives what each player has of it. The columns of all
seasons make the matrix of season points. A sum over years is that matrix times a column of ones and noughts: a window on the years.
"""

MAXIMUM = {"3": 10, "2": 14, "1": 18}
LADDER = ["3", "2", "1", "HA"]
KP = [4, 3, 2, 1]


def times(matrix, column):
    return [sum(cell * value for cell, value in zip(row, column, strict=True)) for row in matrix]


def plus(one, other):
    return [a + b for a, b in zip(one, other, strict=True)]


def window(seasons, first, last):
    """The column that is one in the seasons from the first to the last, and nought elsewhere."""
    return [int(first <= season <= last) for season in range(seasons)]


def of_an_order(players, order, points):
    """What each player has of a final order, by the points of its places."""
    places = [[int(order[place : place + 1] == [player]) for place in range(len(players))] for player in players]
    return times(places, [*points, *[0] * len(players)][: len(players)])


def wp_of_places(count):
    """Lid 1: groups of 2 or 3 have one place with points, those of 4 or more have two."""
    return [2 * (count >= 2), 1 * (count >= 4)]


def by_class(event, level):
    """Lid 3: a Swiss event in the classes of its players; those of KK and HAA play in the EK."""
    of = {player: "EK" if level[player] in ("KK", "HAA") else level[player] for player in event}
    return [[player for player in event if of[player] == one] for one in sorted(set(of.values()))]


def ranked(classes, seasons):
    """{"rows": [of each season {id: (class, wp, kp, sp, tp, last four)}], "promoted", "may_go_down", "best", "classes"}."""
    players, level = sorted(classes), dict(classes)
    count, size = len(seasons), len(players)
    points = [[0] * count for _ in players]
    counts = [[1] * count for _ in players]
    """Whether the points of a season still count for a player: none do that are older than his promotion."""
    told = {"rows": [], "promoted": [], "may_go_down": [], "best": []}
    for at, season in enumerate(seasons):
        wp, kp = [0] * size, [0] * size
        for order in [*season["club"], *(group for event in season["swiss"] for group in by_class(event, level))]:
            wp = plus(wp, of_an_order(players, order, wp_of_places(len(order))))
        for order in season["championship"]:
            kp = plus(kp, of_an_order(players, order, KP))
        for row, value in zip(points, plus(wp, kp), strict=True):
            row[at] = value
        counting = [[a * b for a, b in zip(*rows, strict=True)] for rows in zip(points, counts, strict=True)]
        sp, tp, four, five = (
            times(matrix, window(count, first, at)) for matrix, first in ((points, at), (counting, 0), (counting, at - 3), (points, at - 4))
        )
        figures = zip(players, wp, kp, sp, tp, four, strict=True)
        told["rows"].append({player: (level[player], *row) for player, *row in figures})
        told["best"].append([player for player, value in zip(players, sp, strict=True) if value == max(sp) > 0])
        idle = [player for player, value in zip(players, five, strict=True) if value == 0 and at >= 4]
        told["may_go_down"].append([player for player in idle if level[player] in LADDER[1:]])
        up = [number for number, player in enumerate(players) if four[number] > MAXIMUM.get(level[player], four[number])]
        told["promoted"].append([players[number] for number in up])
        for number in up:
            level[players[number]] = LADDER[LADDER.index(level[players[number]]) + 1]
            counts[number] = window(count, at + 1, count)
    return told | {"classes": level}
