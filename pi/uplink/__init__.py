"""The process that tells the hub what is recorded on this board, and brings words of the hub to its game."""
