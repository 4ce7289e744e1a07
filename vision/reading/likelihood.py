"""Classes with Student distributions, learned robustly from few examples."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

TAIL = 10.0
"""The degrees of freedom: a feature five spreads off is unlikely but possible."""
PRIOR_EXAMPLES = 6.0
"""The weight, in examples, of the common spread of all classes in the spread of each."""
ROUNDS = 6
"""Rounds of reweighting."""


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """K classes in d dimensions: centres (K, d), scatter (K, d, d)."""

    centres: Matrix
    scatter: Matrix
    """Within one class in one light, and of the light of another moment."""
    day: Matrix
    """The spread that the light of another moment adds to each feature, (d,)."""

    @staticmethod
    def learn(examples: list[Matrix], floor: Matrix) -> "Classes":
        """Learn from one array (n, d) for each class. `floor` (d,) is the spread that another day's light adds to each feature."""
        fits = [_student(e, floor) for e in examples]
        counts = np.array([len(e) for e in examples], float)
        common = sum(n * s for n, (_, s) in zip(counts, fits, strict=True)) / counts.sum()
        day = np.diag(floor**2)
        scatter = [
            (n * s + PRIOR_EXAMPLES * common) / (n + PRIOR_EXAMPLES) * (1 + 1 / n) + day for n, (_, s) in zip(counts, fits, strict=True)
        ]
        return Classes(np.array([c for c, _ in fits]), np.array(scatter), floor)

    def moved(self, examples: list[Matrix], inertia: float) -> "Classes":
        """The classes with their centres moved towards new examples; `inertia` examples would count as much as the old centre."""
        centres = self.centres.copy()
        for kind, rows in enumerate(examples):
            if len(rows):
                centres[kind] += (np.median(rows, axis=0) - centres[kind]) * len(rows) / (len(rows) + inertia)
        return replace(self, centres=centres)

    def in_light_of(self, examples: list[Matrix]) -> "Classes":
        """The classes in the light of one picture, by squares of it whose class is known, an array (n, d) for each class.

        The common shift of the examples of a class from its centre has the prior spread `day`, or their own shift where that is larger. The
        other squares of the class lie in another light than they do, and keep that spread. Where the examples scatter more than the class
        did, as in light of several colours, the class is as wide as they are.
        """
        centres, scatter = self.centres.copy(), self.scatter.copy()
        for kind, rows in enumerate(examples):
            if len(rows):
                shift = np.median(rows, axis=0) - centres[kind]
                open_before = np.maximum(self.day, np.abs(shift)) ** 2
                within = np.maximum(np.diag(scatter[kind]) - self.day**2, 0)
                known = open_before / (open_before + within / len(rows))
                centres[kind] += known * shift
                scatter[kind] += np.diag(open_before * (1 - known))
                usual = np.diag(scatter[kind])
                shown = (PRIOR_EXAMPLES * usual + ((rows - centres[kind]) ** 2).sum(axis=0)) / (PRIOR_EXAMPLES + len(rows))
                wider = np.sqrt(np.maximum(shown / usual, 1))
                scatter[kind] *= np.outer(wider, wider)
        return replace(self, centres=centres, scatter=scatter)

    def doubting(self, change: Matrix) -> "Classes":
        """The classes when all features may have changed together along `change` (d,), by about that length."""
        return replace(self, scatter=self.scatter + np.outer(change, change))

    def log_density(self, features: Matrix) -> Matrix:
        """The log densities (N, K) of features (N, d), relative to that of a usual example of the tightest class."""
        d = features.shape[1]
        off = features[:, None, :] - self.centres
        inverse = np.linalg.inv(self.scatter)
        distance = np.einsum("nki,kij,nkj->nk", off, inverse, off)
        volume = np.linalg.slogdet(self.scatter)[1] / 2
        usual = (TAIL + d) / 2 * np.log1p(d / TAIL) + volume.min()
        return np.asarray(usual - volume - (TAIL + d) / 2 * np.log1p(distance / TAIL), float)


def _student(examples: Matrix, floor: Matrix) -> tuple[Matrix, Matrix]:
    """The centre (d,) and scatter (d, d) of a Student distribution, by iterative reweighting."""
    d = examples.shape[1]
    centre = np.median(examples, axis=0)
    spread = np.maximum(1.4826 * np.median(np.abs(examples - centre), axis=0), floor)
    scatter = np.diag(spread**2)
    for _ in range(ROUNDS):
        off = examples - centre
        weight = (TAIL + d) / (TAIL + np.einsum("ni,ij,nj->n", off, np.linalg.inv(scatter), off))
        centre = (weight[:, None] * examples).sum(axis=0) / weight.sum()
        off = examples - centre
        scatter = (weight[:, None] * off).T @ off / len(examples) + np.diag(floor**2) / 4
    return centre, scatter
