"""The web pages: the viewer, the wall, the arbiter's desk, the tablet, the broadcast and the interface for programs."""
