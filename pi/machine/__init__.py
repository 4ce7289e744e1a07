"""The machine around the board: its folders, time of day, watchdog and web server."""
