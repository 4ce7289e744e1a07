"""The programs that run for long: run, demo, replay, import."""
