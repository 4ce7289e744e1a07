"""The public pages: viewer, wall, broadcast and the interface for programs."""
