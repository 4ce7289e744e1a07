"""What programs of damcam say to each other: the messages, and the board's socket. Begin with `messages`."""
