"""Reads the pictures of presses beside the loop: the reader, its thread and its messages.

The reading of a press begins in `LiveReader.read` of `live_reader`. `vision.watching.settling` chooses the pictures, with glances of the
watcher and the quick checks of `in_order`. Then `read_press` of `reading` looks at the chosen ones for the evidence, asks the referee, and
makes the drawings. The watcher remembers its latest glances: a look reads none of their pictures again while the board lies still.
"""
