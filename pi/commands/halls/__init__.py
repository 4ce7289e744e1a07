"""The tasks of `damcam hub` beside serving: its broker and mirror as services of their own, and what is done with its games."""
