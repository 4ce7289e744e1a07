"""The probabilities of `rules.referee.priors` as leads in log-likelihood, in nats, between two contents of equal prior."""

from rules.referee.priors import (
    MAX_RIVAL_COLOUR_P,
    MAX_RIVAL_HEIGHT_P,
    MIN_CLEAR_P,
    MIN_COLOUR_P,
    MIN_LIFTED_EARLY_P,
    MIN_STAYS_P,
    log_odds,
)

CLEAR_NATS = log_odds(MIN_CLEAR_P)
"""The least colour margin of a clearly seen square."""
MIN_COLOUR_NATS = log_odds(MIN_COLOUR_P)
"""The least colour margin of a square that a ruling rests on, and the least lead of a king over a man where one was promoted."""
MAX_RIVAL_COLOUR_NATS = log_odds(MAX_RIVAL_COLOUR_P)
"""The least lead with which a square shows another colour than an outcome has there."""
PLAIN_HEIGHT_NATS = log_odds(MAX_RIVAL_HEIGHT_P)
"""The least lead with which it is plainly seen whether a piece is a king."""
STAYS_NATS = log_odds(MIN_STAYS_P)
"""The least lead with which a piece surely stayed on its square."""
GONE_NATS = log_odds(MIN_LIFTED_EARLY_P)
"""The least lead of `empty`, and of the capturing piece not yet on its target, for a piece to count as lifted early."""
