"""A season: the final orders of its events, the promotion and the points ranking that follow from them, and what a person confirmed."""
