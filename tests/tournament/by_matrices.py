"""Questions `standings` drawn at random, and standings worked out a second time, from the text and in another manner.

The second time they are matrices of fractions and labels that are refined: `W[i][j]` are the points of i against j, `N[i][j]` how often
they met, `V` and `R` what was won and drawn. Drawn are events of every competition, with ties, defaults, byes, withdrawals and absentees.
"""

from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from tournament.competitions import Competition
from tournament.pairing_tables import pairing_table

HALF = Fraction(1, 2)
ORDERS = {
    "A": "PSM",
    "B": "PBSM",
    "C": "PSM",
    "D": "PSM",
    "E": "PSM",
    "F": "PWS",
    "G": "PBMS",
}
"""P points, S Sonneborn-Berger, M mutual result, B board points, W weerstandspunten."""
NAMES = {"P": "points", "S": "sb", "M": "mutual", "B": "board-points", "W": "resistance"}
BOARDS = {"B": 8, "G": 4}


class Matrices:
    """The results of an event: the games as (i, j, points of i, points of j, board points of both)."""

    def __init__(self, size, results, bye_points):
        square = [[Fraction(0)] * size for _ in range(size)]
        self.size, self.bye_points = size, bye_points
        self.W, self.N, self.V, self.R, self.B = ([row[:] for row in square] for _ in range(5))
        for i, j, own, other, boards in results:
            for a, b, score, on_boards in ((i, j, own, boards[0]), (j, i, other, boards[1])):
                self.W[a][b] += score
                self.N[a][b] += 1
                self.V[a][b] += score == 1
                self.R[a][b] += score == HALF
                self.B[a][b] += on_boards

    def times(self, matrix, vector):
        return [sum(matrix[i][j] * vector[j] for j in range(self.size)) for i in range(self.size)]

    def column(self, letter, among):
        ones = [1] * self.size
        points = [a + b for a, b in zip(self.times(self.W, ones), self.bye_points, strict=True)]
        match letter:
            case "P":
                return points
            case "B":
                return self.times(self.B, ones)
            case "S":
                return [2 * a + b for a, b in zip(self.times(self.V, points), self.times(self.R, points), strict=True)]
            case "W":
                return self.times(self.N, points)
        inside = [1 if i in among else 0 for i in range(self.size)]
        often = {self.N[i][j] for i, j in combinations(among, 2)}
        if len(often) == 1 and min(often) >= 1:
            return self.times(self.W, inside)
        return [0] * self.size


def refined(matrices, letters, start):
    """The classes of equals from the best down, each with the criterion that made it, by refining until nothing changes."""
    classes = [start]
    while True:
        for place, (among, _) in enumerate(classes):
            for letter in letters if len(among) > 1 else "":
                column = matrices.column(letter, among)
                values = sorted({column[i] for i in among}, reverse=True)
                if len(values) > 1:
                    parts = [([i for i in among if column[i] == value], letter) for value in values]
                    classes[place : place + 1] = parts
                    break
            else:
                continue
            break
        else:
            return classes


def has_special_first(question):
    competition = question["competition"]
    if competition == "C":
        return question["class"] == "KK"
    return competition in ("E", "F") or (competition == "B" and question["group"] == "I")


def score_of(game, competition):
    """The points of both and the board points of both; None without a result."""
    if competition in BOARDS:
        told = game["board_points"]
        if told is None:
            return None
        one, other = Fraction(told[0]), Fraction(told[1])
        points = HALF if one == other else Fraction(one > other)
        return points, 1 - points, (one, other)
    points = {"1-0": Fraction(1), "0-1": Fraction(0), "draw": HALF, None: None}[game["result"]]
    return None if points is None else (points, 1 - points, (0, 0))


def sides(game):
    return (game["white"], game["black"]) if "white" in game else (game["first"], game["second"])


def after_c_14(question):
    """The games of a group of eight as they count, those who lapsed, and what was awarded as {pair: winner}."""
    out = set(question.get("withdrawn", ()))
    at_board = dict.fromkeys(question["players"], 0)
    for game in question["games"]:
        for id in sides(game):
            at_board[id] += game.get("result") is not None and not game.get("default")
    lapsed = {id for id in out if at_board[id] < 5}
    counting = [game for game in question["games"] if not lapsed & set(sides(game))]
    awarded = {}
    for one, other in combinations([id for id in question["players"] if id not in lapsed], 2):
        has_result = any(set(sides(game)) == {one, other} and game.get("result") for game in counting)
        if not has_result and len({one, other} & out) == 1:
            awarded[frozenset((one, other))] = other if one in out else one
    return counting, lapsed, awarded


def absent_from_all(question, ids):
    """Who plays in no round while his opponents are free (C 12)."""
    there = {id for game in question["games"] for id in sides(game)} | {bye["id"] for bye in question.get("byes", ())}
    return [id for id in ids if id not in there] if question["competition"] == "C" and question.get("byes") else []


def classes_of(question):
    """{"rows": {id: figures}, "classes": [(ids, letter)] from the best down, before any play-off}."""
    competition, swiss = question["competition"], question.get("swiss") or question["competition"] == "F"
    counting, lapsed, awarded = after_c_14(question) if competition == "C" else (question["games"], set(), {})
    ids = [id for id in question["players"] if id not in lapsed]
    number = {id: i for i, id in enumerate(ids)}
    scored = [(sides(game), score_of(game, competition)) for game in counting]
    results = [(number[one], number[other], *score) for (one, other), score in scored if score is not None]
    results += [(number[winner], number[next(iter(pair - {winner}))], 1, 0, (0, 0)) for pair, winner in awarded.items()]
    free = [bye["id"] for bye in question.get("byes", ())] if swiss else []
    matrices = Matrices(len(ids), results, [Fraction(free.count(id)) for id in ids])
    letters = "PWS" if swiss else ORDERS[competition]
    top = {"B": "PB"}.get(competition, "P") if has_special_first(question) else letters
    away = absent_from_all(question, ids)
    first, *others = refined(matrices, top, ([i for i, id in enumerate(ids) if id not in away], "P"))
    classes = [first] + [one for part in others for one in refined(matrices, letters, part)] + [([number[id]], "P") for id in away]
    every = range(len(ids))
    rows = {id: {NAMES[letter]: matrices.column(letter, every)[number[id]] for letter in letters if letter != "M"} for id in ids}
    return {"rows": rows, "classes": [([ids[i] for i in among], letter) for among, letter in classes], "lapsed": lapsed, "awarded": awarded}


def needs_of(question, place, ids):
    competition = question["competition"]
    swiss = question.get("swiss") or competition == "F"
    if swiss and not (competition == "F" and place == 1):
        return "nothing"
    if len(ids) > 2 or {*ids} & {*question.get("withdrawn", ())}:
        return "arbiter"
    if competition == "G":
        return "team-match"
    if competition == "B":
        return "team-match" if has_special_first(question) and place == 1 else "arbiter"
    return "match" if has_special_first(question) and place == 1 and competition != "F" else "game"


SIZES = {"A": (3, 6), "B": (4, 7), "C": (8, 8), "D": (3, 6), "E": (2, 7), "F": (4, 10), "G": (3, 6)}
DRAWN_RESULTS = st.sampled_from(("1-0", "0-1", "draw", "draw", "draw", None))


def rounds_of(competition, size):
    if competition in "ABCDG":
        return pairing_table(Competition(competition), size).rounds
    once = list(combinations(range(1, size + 1), 2))
    return [[pair] for pair in once + ([pair[::-1] for pair in once] if competition == "E" else [])]


@st.composite
def played(draw, competition, number, white, black):
    if competition in BOARDS:
        own = draw(st.integers(BOARDS[competition] - 2, BOARDS[competition] + 2)) / 2
        told = draw(st.sampled_from(([own, BOARDS[competition] - own],) * 5 + (None,)))
        return {"round": number, "first": white, "second": black, "board_points": told}
    result = draw(DRAWN_RESULTS)
    is_default = result in ("1-0", "0-1") and draw(st.integers(0, 5)) == 0
    return {"round": number, "white": white, "black": black, "result": result} | ({"default": True} if is_default else {})


@st.composite
def questions(draw, competitions="ABCDEFG"):
    competition = draw(st.sampled_from(competitions))
    size = draw(st.integers(*SIZES[competition]))
    players = [f"p{number}" for number in range(1, size + 1)]
    games, taken = [], set()
    shown = draw(st.sampled_from((5, 8, 10)))
    for number, pairs in enumerate(rounds_of(competition, size), 1):
        for one, other in pairs:
            if competition not in "EF" or draw(st.integers(0, 9)) < shown:
                games.append(draw(played(competition, number, players[one - 1], players[other - 1])))
                taken |= {(number, one), (number, other)}
    question = {"competition": competition, "players": players, "games": draw(st.permutations(games))}
    if competition == "B":
        question["group"] = draw(st.sampled_from(("I", "II", "IV")))
    if competition == "C":
        question["class"] = draw(st.sampled_from(("KK", "HAA", "RHAA")))
    if competition == "D" and draw(st.booleans()):
        question |= {"class": "HA", "swiss": True}
    if competition == "F" or question.get("swiss"):
        free = [(number, id) for number in range(1, 4) for id in range(1, size + 1) if (number, id) not in taken]
        chosen = draw(st.lists(st.sampled_from(free), max_size=3, unique=True)) if free else []
        question["byes"] = [{"round": number, "id": players[id - 1]} for number, id in chosen]
    return question


@st.composite
def withdrawals(draw):
    """Groups of eight whose one to three players are out: some of their late games are without a result, or not in the list at all."""
    question = draw(questions("C"))
    out = draw(st.lists(st.sampled_from(question["players"]), min_size=1, max_size=3, unique=True))
    kept = []
    for game in ({**one, "result": one["result"] or "draw"} for one in question["games"]):
        if {game["white"], game["black"]} & set(out) and game["round"] > draw(st.sampled_from((3, 5, 5, 6, 6))):
            if draw(st.booleans()):
                kept.append({"round": game["round"], "white": game["white"], "black": game["black"], "result": None})
        else:
            kept.append(game)
    return question | {"games": kept, "withdrawn": out}


@st.composite
def absences(draw):
    """Groups of eight of whom one or two play in no round, so that their opponents are free (C 12)."""
    question = draw(questions("C"))
    away = draw(st.lists(st.sampled_from(question["players"]), min_size=1, max_size=2, unique=True))
    games, byes = [], []
    for game in question["games"]:
        there = [id for id in (game["white"], game["black"]) if id not in away]
        if len(there) == 2:
            games.append(game)
        else:
            byes += [{"round": game["round"], "id": id} for id in there]
    return question | {"games": games, "byes": byes}
