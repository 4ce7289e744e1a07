"""How damcam is called: the table of commands, the parser of their words, the version."""
