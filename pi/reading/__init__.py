"""Reads the pictures of presses beside the loop: the reader, its thread and its messages."""
