"""Holds the files of a game against each other, and tells where they differ. Nothing is written."""
