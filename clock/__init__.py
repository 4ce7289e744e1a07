"""The game clock: time controls, the two-sided clock as a pure state machine, debouncing, and the contacts on the pins."""
