"""What a board's game sends to its listeners: one follower a board, and the views of it for the public, the arbiter and the tablet."""
