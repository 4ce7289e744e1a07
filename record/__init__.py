"""The record of a game: its events, the state that follows from them, the journal, and the papers written from it."""
