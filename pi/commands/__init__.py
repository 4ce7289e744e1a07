"""The commands that answer and end."""
