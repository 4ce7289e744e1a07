"""The program on the board: settings, wiring and the command line. Imports the others; nothing imports it."""
