"""Tournament events: the file that keeps one, what changes it, and what is told of it."""
