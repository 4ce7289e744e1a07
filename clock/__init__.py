"""The game clock: time controls and the two-sided clock as a pure state machine."""
