"""The pairing tables, compared with the regulation's printed text, and that everybody meets whom he should."""

import re
from collections import Counter
from itertools import combinations

import pytest

from tests.support.says import says
from tests.tournament.contests import refuses
from tournament.competitions import Competition
from tournament.pairing_tables import pairing_table

A_4 = """
In een groep van 3 spelers. 1e ronde; 2-3, 1 vrij. 2e ronde; 3-1, 2 vrij. 3e ronde; 1-2, 3 vrij.
In een groep van 4 spelers. 1e ronde; 1-2, 3-4. 2e ronde; 2-3, 4-1. 3e ronde; 1-3, 2-4.
In een groep van 5 spelers. 1e ronde; 5-2, 3-4, 1 vrij. 2e ronde; 1-3, 4-5, 2 vrij. 3e ronde; 2-4, 5-1, 3 vrij. \
4e ronde; 3-5, 1-2, 4 vrij. 5e ronde; 2-3, 4-1, 5 vrij.
In een groep van 6 spelers 1e ronde; 1-2, 5-4, 3-6. 2e ronde; 2-3, 6-5, 4-1. 3e ronde; 1-3, 4-6, 2-5.
"""
B_4 = """
Bij groepen van 4 achttallen: 1e ronde; 1 - 4, 2 - 3. 2e ronde; 3 - 1, 4 - 2. 3e ronde; 2 - 1, 4 - 3.
Situatie met 5 achttallen: 1e ronde; 3 - 4, 5 - 2 1= vrij 2e ronde; 1 - 3, 4 - 5 2= vrij 3e ronde; 2 - 4, 5 - 1 3= vrij \
4e ronde; 1 - 2, 3 - 5 4= vrij 5e ronde; 2 - 3, 4 - 1 5 = vrij
Situatie met 6 achttallen: 1e ronde; 2 - 5, 4 - 1, 6 - 3. 2e ronde; 3 - 2, 4 - 6, 5 - 1. 3e ronde; 1 - 3, 2 - 6, 5 - 4. \
4e ronde; 1 - 2, 3 - 4, 6 - 5. 5e ronde; 3 - 5, 2 - 4, 1 - 6.
Situatie met 7 achttallen: 1e ronde; 2 - 7, 3 - 6, 4 - 5, 1=vrij 2e ronde; 6 - 4, 7 - 3, 1 - 2, 5=vrij \
3e ronde; 3 - 1, 4 - 7, 5 - 6, 2=vrij 4e ronde; 7 - 5, 1 - 4, 2 - 3, 6=vrij 5e ronde; 4 - 2, 5 - 1, 6 - 7, 3=vrij \
6e ronde; 1 - 6, 2 - 5, 3 - 4, 7=vrij 7e ronde; 5 - 3, 6 - 2, 7 - 1, 4=vrij
"""
G_4 = """
In een groep van 4: 1e ronde; 1-4, 2-3. 2e ronde; 3-1, 4-2. 3e ronde; 2-1, 4-3.
"""
"""Its groups of 5 and 6 are printed as those of A 4."""
C_7 = """
5-1	1-6	1-4	7-1	1-8	3-1	1-2
6-2	2-5	2-3	8-2	2-7	2-4	4-3
7-3	3-8	5-8	5-3	3-6	5-7	6-5
8-4	4-7	6-7	6-4	4-5	8-6	7-8
"""
APPENDIX_2_OF_6 = """
1 - 3	3 - 4	2 - 4	4 - 1	1 - 2
2 - 5	6 - 2	3 - 5	2 - 3	5 - 4
4 - 6	5 - 1	1 - 6	6 - 5	3 - 6
"""
APPENDIX_2_OF_7 = """
5 - 1	1 - 6	6 - 4	4 - 3	2 - 4	7 - 5	5 - 4
6 - 2	2 - 5	7 - 2	1 - 7	3 - 5	2 - 3	3 - 6
7 - 3	4 - 7	3 - 1	5 - 6	6 - 7	4 - 1	1 - 2
4= vrij	3= vrij	5= vrij	2= vrij	1= vrij	6= vrij	7= vrij
"""


NO_TABLE = "there is no table for {players} ({article}); there are tables for {sizes}"
SWISS = "an HA of {players} has no table: from {least} players it is paired by the Swiss system (D 4)"


def pair_of(cell):
    found = re.fullmatch(r"\s*(\d)\s*-\s*(\d)\s*", cell)
    return (int(found[1]), int(found[2])) if found else None


def by_lines(text):
    """The groups of a text that prints a round after the other: {size: [(pairs, free)]}."""
    tables = {}
    for line in text.strip().splitlines():
        size = int(re.search(r"(?:groep van|met|groepen van) (\d)", line)[1])
        rounds = re.split(r"\de ronde;", line)[1:]
        tables[size] = [
            (
                [(int(a), int(b)) for a, b in re.findall(r"(\d) ?- ?(\d)", one)],
                [int(number) for number in re.findall(r"(\d) ?=? ?vrij", one)],
            )
            for one in rounds
        ]
    return tables


def by_columns(text):
    """The rounds of a text that prints a round a column."""
    columns = zip(*(line.split("\t") for line in text.strip().splitlines()), strict=True)
    return [
        ([pair_of(cell) for cell in column if pair_of(cell)], [int(cell[0]) for cell in column if "vrij" in cell]) for column in columns
    ]


PRINTED = {
    **{("A", "", size): rounds for size, rounds in by_lines(A_4).items()},
    **{("B", "", size): rounds for size, rounds in by_lines(B_4).items()},
    ("C", "KK", 8): by_columns(C_7),
    **{("D", "3", size): rounds for size, rounds in by_lines(A_4).items()},
    ("D", "HA", 2): [([(1, 2)], []), ([(2, 1)], [])],
    **{("D", "HA", size): by_lines(A_4)[size] for size in (3, 4, 5)},
    ("D", "HA", 6): by_columns(APPENDIX_2_OF_6),
    ("D", "HA", 7): by_columns(APPENDIX_2_OF_7),
    ("D", "HA", 8): by_columns(C_7),
    ("G", "", 3): by_lines(A_4)[3],
    **{("G", "", size): by_lines(G_4 if size == 4 else A_4)[size] for size in (4, 5, 6)},
}


@pytest.mark.parametrize(("competition", "class_", "size"), PRINTED)
def test_the_table_is_as_printed_with_its_colours_and_everybody_meets_whom_he_should(competition, class_, size):
    """All meet once, but for the six of A 4, of whom each meets his own half and one of the other. Each is free once at most."""
    table = pairing_table(Competition(competition), size, class_)
    assert [(list(pairs), list(table.free(number))) for number, pairs in enumerate(table.rounds, 1)] == PRINTED[competition, class_, size]
    met = Counter(frozenset(pair) for pairs in table.rounds for pair in pairs)
    meetings = {frozenset(pair): 2 if size == 2 else 1 for pair in combinations(range(1, size + 1), 2)}
    if size == 6 and competition in "ADG" and class_ != "HA":
        halves = [{1, 2, 3}, {4, 5, 6}]
        meetings = {pair: 1 for pair in meetings if any(pair <= half for half in halves) or set(pair) in ({3, 6}, {1, 4}, {2, 5})}
    assert met == meetings
    for round_, pairs in enumerate(table.rounds, 1):
        assert sorted([number for pair in pairs for number in pair] + list(table.free(round_))) == list(range(1, size + 1))
    free = Counter(number for round_ in range(1, len(table.rounds) + 1) for number in table.free(round_))
    assert free == (dict.fromkeys(range(1, size + 1), 1) if size % 2 else {})


@pytest.mark.parametrize(("size", "days"), [(2, None), (3, (3,)), (4, (3,)), (5, (3, 2)), (6, (3, 2)), (7, (3, 1, 3)), (8, None)])
def test_appendix_2_says_the_rounds_of_each_day(size, days):
    table = pairing_table(Competition.D, size, "HA")
    assert table.days == days
    assert days is None or sum(days) == len(table.rounds)


def test_a_number_without_a_table_is_told():
    without = [("A", "", 2), ("A", "", 7), ("B", "", 3), ("B", "", 8), ("C", "KK", 7), ("D", "1", 7), ("D", "HA", 1), ("G", "", 7)]
    for competition, class_, size in without:
        refuses(says(NO_TABLE, players=size), pairing_table, Competition(competition), size, class_)
    refuses(says(SWISS, players=9, least=9), pairing_table, Competition.D, 9, "HA")


def test_a_table_names_its_article():
    tables = {("A", 4): "A 4", ("B", 7): "B 4", ("C", 8): "C 7", ("D", 4): "D 5, A 4", ("G", 3): "G 2, A 4"}
    assert {key: pairing_table(Competition(key[0]), key[1]).article for key in tables} == tables
    assert pairing_table(Competition.D, 7, "HA").article == "appendix 2"
