"""Measures calibration: the table of claims by their probability, its plot, and the expected calibration error."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.seeing.labelled import COLOUR

EDGES = np.array([0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 0.999, 0.9997, 0.9999, 1.0])
"""The edges of the bins of probability; they are closer towards certainty, where most claims are."""
SURE = 0.999
KINGS_SHARE = 0.03
"""The share of kings among the pieces in a game, for the prior of the five contents."""
PRIOR_COLOURS = np.full(3, 1 / 3)
PRIOR_CONTENTS = np.array([1 / 3, (1 - KINGS_SHARE) / 3, KINGS_SHARE / 3, (1 - KINGS_SHARE) / 3, KINGS_SHARE / 3])

Rows = NDArray[np.float64]


def colours(rows: Rows) -> Rows:
    """The log-likelihoods of empty, white and black from those of the five contents: a side has that of its likelier content."""
    return np.column_stack([rows[:, 0], rows[:, 1:3].max(axis=1), rows[:, 3:].max(axis=1)])


def posterior(log_p: Rows, prior: Rows) -> Rows:
    weight = np.exp(log_p - log_p.max(axis=1, keepdims=True)) * prior
    return weight / weight.sum(axis=1, keepdims=True)


@dataclass
class Claims:
    """The probabilities of claims about squares, and whether the claims were right."""

    prior: Rows
    of_colours: bool
    sure: list[NDArray[np.float64]] = field(default_factory=list)
    right: list[NDArray[np.bool_]] = field(default_factory=list)

    def add(self, rows: Rows, contents: NDArray[np.intp]) -> None:
        """Add the log-likelihoods (N, 5) of squares of which something is said, with what stands on them."""
        log_p, truth = (colours(rows), COLOUR[contents]) if self.of_colours else (rows, contents)
        p = posterior(log_p, self.prior)
        self.sure.append(p.max(axis=1))
        self.right.append(p.argmax(axis=1) == truth)

    def table(self) -> list[dict[str, float]]:
        """For each bin that is not empty: the number of claims, their mean probability, and the share that was right."""
        p, right = self._all()
        place = np.clip(np.searchsorted(EDGES, p, side="right") - 1, 0, len(EDGES) - 2)
        rows = []
        for one in np.unique(place):
            of = place == one
            share = {
                "claims": int(of.sum()),
                "said": float(p[of].mean()),
                "right": float(right[of].mean()),
                "wrong": int((~right[of]).sum()),
            }
            rows.append({"from": float(EDGES[one]), "to": float(EDGES[one + 1])} | share)
        return rows

    def expected_error(self) -> float:
        """The expected calibration error: the mean distance over the claims between the probability and the share that was right."""
        rows = self.table()
        return sum(row["claims"] * abs(row["said"] - row["right"]) for row in rows) / max(sum(row["claims"] for row in rows), 1)

    def surely_wrong(self) -> tuple[int, int]:
        """How many claims with a probability of SURE or more were wrong, and how many there were."""
        p, right = self._all()
        return int((~right[p > SURE]).sum()), int((p > SURE).sum())

    def _all(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        if not self.sure:
            return np.zeros(0), np.zeros(0, bool)
        return np.concatenate(self.sure), np.concatenate(self.right)


SIDE_PX, EDGE_PX = 560, 80
LEAST_ODDS, MOST_ODDS = -0.5, 5.0
"""The decades of the odds that the axes span: 0.24 to 0.99999."""


def draw(table: list[dict[str, float]], title: str) -> NDArray[np.uint8]:
    """The plot of how often claims were right, with the 95 % interval (Wilson), over their probability, both on a scale of odds."""
    image = np.full((SIDE_PX + 2 * EDGE_PX, SIDE_PX + 2 * EDGE_PX, 3), 255, np.uint8)
    _write(image, title, (EDGE_PX, EDGE_PX // 2))
    _write(image, "how sure", (EDGE_PX + SIDE_PX // 2 - 30, SIDE_PX + EDGE_PX + 50))
    _write(image, "how often right", (10, EDGE_PX - 12))
    for p in (0.5, 0.9, 0.99, 0.999, 0.9999):
        at = _px(p)
        cv2.line(image, (EDGE_PX + at, EDGE_PX), (EDGE_PX + at, EDGE_PX + SIDE_PX), (225, 225, 225), 1)
        cv2.line(image, (EDGE_PX, EDGE_PX + SIDE_PX - at), (EDGE_PX + SIDE_PX, EDGE_PX + SIDE_PX - at), (225, 225, 225), 1)
        _write(image, f"{p:g}", (EDGE_PX + at - 22, EDGE_PX + SIDE_PX + 22))
        _write(image, f"{p:g}", (14, EDGE_PX + SIDE_PX - at + 5))
    cv2.rectangle(image, (EDGE_PX, EDGE_PX), (EDGE_PX + SIDE_PX, EDGE_PX + SIDE_PX), (90, 90, 90), 1)
    cv2.line(image, (EDGE_PX, EDGE_PX + SIDE_PX), (EDGE_PX + SIDE_PX, EDGE_PX), (170, 170, 170), 1, cv2.LINE_AA)
    for row in table:
        x = EDGE_PX + _px(row["said"])
        low, high = (EDGE_PX + SIDE_PX - _px(p) for p in _wilson(row["right"], row["claims"]))
        cv2.line(image, (x, low), (x, high), (190, 120, 40), 2, cv2.LINE_AA)
        cv2.circle(image, (x, EDGE_PX + SIDE_PX - _px(row["right"])), 6, (150, 70, 10), -1, cv2.LINE_AA)
        _write(image, f"{row['claims']}", (x - 18, min(low + 18, SIDE_PX + EDGE_PX - 4)))
    return image


def _px(p: float) -> int:
    odds = np.clip(np.log10(max(p, 1e-9) / max(1 - p, 1e-9)), LEAST_ODDS, MOST_ODDS)
    return round(SIDE_PX * float((odds - LEAST_ODDS) / (MOST_ODDS - LEAST_ODDS)))


def _wilson(share: float, count: float) -> tuple[float, float]:
    z2 = 1.96**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = 1.96 / (1 + z2 / count) * float(np.sqrt(share * (1 - share) / count + z2 / (4 * count**2)))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _write(image: NDArray[np.uint8], text: str, at: tuple[int, int]) -> None:
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (60, 60, 60), 1, cv2.LINE_AA)
