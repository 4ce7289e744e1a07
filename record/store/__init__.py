"""The files of a game: the journal, the checkpoint, the pictures."""
