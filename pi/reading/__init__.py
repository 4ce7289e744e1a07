"""Pictures of presses read beside the loop: the reader, its thread, its messages."""
