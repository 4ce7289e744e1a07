"""What a board's game sends to its listeners: the public's feed, the arbiter's, and the journal that both follow."""
