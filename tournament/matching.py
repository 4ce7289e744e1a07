"""The matching of least weight for gacrux's graphs: up to some hundred players, and weights of a thousand bits.

networkx begins with equal potentials at all nodes, and takes ten seconds to better them where 200 players have equal points. Here the
potentials of the assignment problem come first, in which each node is once a row and once a column. What these take off the weights is the
same sum for every perfect matching, so the least one stays the least; nearly all its edges then weigh nothing, and networkx has only the
odd cycles to put right.
"""

from collections.abc import Mapping

import networkx

Weights = Mapping[int, Mapping[int, int]]
"""For each node its neighbours, with the weights of the edges to them. It is symmetric."""


def min_weight_matching(graph: networkx.Graph) -> set[tuple[int, int]]:
    """The matching of most edges and then least weight, as networkx's function of this name returns it. Weights are integers."""
    potentials = potentials_of(
        {node: {neighbour: edge["weight"] for neighbour, edge in edges.items()} for node, edges in graph.adjacency()}
    )
    if potentials is not None:
        edges = graph.edges(data="weight")
        slacks = ((potentials[first] + potentials[second] - 2 * weight, first, second) for first, second, weight in edges)
        reduced = networkx.Graph()
        # networkx tries the edges of a node as they came. Of many that weigh nothing those of the last players are bound by least.
        reduced.add_weighted_edges_from((first, second, slack) for slack, first, second in sorted(slacks, reverse=True))
        matching: set[tuple[int, int]] = networkx.max_weight_matching(reduced, maxcardinality=True)
        if 2 * len(matching) == len(graph):
            return matching
    # Without a perfect matching the potentials do not weigh each matching alike.
    imperfect: set[tuple[int, int]] = networkx.min_weight_matching(graph)
    return imperfect


def potentials_of(weights: Weights) -> dict[int, int] | None:
    """The potentials of the nodes by the assignment of least weight; None where none places all nodes.

    Those of two neighbours are together at most double the weight of their edge, and exactly that where both are assigned to one another.
    """
    assignment = _Assignment(weights)
    if not all(assignment.place(row) for row in assignment.unplaced):
        return None
    return {node: assignment.rows[node] + assignment.columns[node] for node in weights}


class _Assignment:
    """Rows that are placed in columns of their own, by shortest augmenting paths (Jonker and Volgenant, Computing 38, 1987).

    The potentials of a row and a column are together at most the weight of their edge, and equal to it where the row is placed.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._row_in: dict[int, int] = {}
        self._column_of: dict[int, int] = {}
        self.columns = {node: min(edges.values()) for node, edges in weights.items()}
        self.rows: dict[int, int] = {}
        for row, edges in weights.items():
            least = min(weight - self.columns[column] for column, weight in edges.items())
            self.rows[row] = least
            for column, weight in edges.items():
                if weight - self.columns[column] == least and column not in self._row_in:
                    self._put(row, column)
                    break

    @property
    def unplaced(self) -> list[int]:
        return [row for row in self._weights if row not in self._column_of]

    def _put(self, row: int, column: int) -> None:
        self._row_in[column], self._column_of[row] = row, column

    def place(self, row: int) -> bool:
        """Place one more row, by moving others; False where that cannot be done."""
        distances: dict[int, int] = {}  # of the columns that are reached, from the row
        passed: dict[int, int] = {}  # the distances of the columns whose row moves on
        via: dict[int, int] = {}  # the row from which a column is reached
        last, distance = row, 0
        while True:
            offset = distance - self.rows[last]
            for column, weight in self._weights[last].items():
                if column not in passed:
                    reached = offset + weight - self.columns[column]
                    if column not in distances or reached < distances[column]:
                        distances[column], via[column] = reached, last
            if not distances:
                return False
            end = min(distances, key=distances.__getitem__)
            distance = distances.pop(end)
            if end not in self._row_in:
                break
            passed[end], last = distance, self._row_in[end]
        self.rows[row] += distance
        for column, before in passed.items():
            self.rows[self._row_in[column]] += distance - before
            self.columns[column] -= distance - before
        while (mover := via[end]) != row:
            vacated = self._column_of[mover]
            self._put(mover, end)
            end = vacated
        self._put(row, end)
        return True
