"""The game as a reducer: step(state, event) -> state."""
