"""The wire between boards and hub: its two halves, and the messages that travel on it."""
