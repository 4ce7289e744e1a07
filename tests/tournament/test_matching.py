"""The matching that gacrux gets: as good as that of networkx for every graph, and the same one where only one is the least."""

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.matching import min_weight_matching, potentials_of

WIDTHS = {"few values, so that many weigh the same": 3, "a thousand bits": 2**1000}


@st.composite
def graphs(draw, widest):
    """A graph of up to nine nodes with at least one edge."""
    size = draw(st.integers(2, 9))
    pairs = [(one, other) for one in range(size) for other in range(one)]
    edges = draw(st.dictionaries(st.sampled_from(pairs), st.integers(0, widest), min_size=1))
    return graph_of(edges)


def graph_of(edges):
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, weight) for pair, weight in edges.items())
    return graph


def weight_of(graph, matching):
    return len(matching), sum(graph.edges[pair]["weight"] for pair in matching)


@pytest.mark.parametrize("widest", WIDTHS.values(), ids=WIDTHS)
def test_no_matching_has_more_edges_and_none_with_as_many_weighs_less(widest):
    @given(graphs(widest))
    def holds(graph):
        matching = min_weight_matching(graph)
        assert networkx.is_matching(graph, matching)
        assert weight_of(graph, matching) == weight_of(graph, networkx.min_weight_matching(graph))

    holds()


@given(st.permutations(range(28)), st.integers(4, 8))
def test_where_one_matching_is_the_least_it_is_that_one(exponents, size):
    """Weights that are powers of two differ in every sum."""
    pairs = [(one, other) for one in range(size) for other in range(one)]
    graph = graph_of({pair: 2**exponent for pair, exponent in zip(pairs, exponents, strict=False)})
    sets = [{frozenset(pair) for pair in match(graph)} for match in (min_weight_matching, networkx.min_weight_matching)]
    assert sets[0] == sets[1]


@given(graphs(50))
def test_two_potentials_are_at_most_double_their_edge_and_all_of_them_weigh_the_least_assignment(graph):
    weights = {node: {other: edge["weight"] for other, edge in edges.items()} for node, edges in graph.adjacency()}
    doubled = networkx.Graph()
    doubled.add_weighted_edges_from((f"{row}", f"to {column}", weight) for row in weights for column, weight in weights[row].items())
    edges, weight = weight_of(doubled, networkx.min_weight_matching(doubled))
    potentials = potentials_of(weights)
    if potentials is None:
        assert edges < len(graph)
    else:
        assert all(potentials[one] + potentials[other] <= 2 * weight for one, other, weight in graph.edges(data="weight"))
        assert (edges, weight) == (len(graph), sum(potentials.values()))
