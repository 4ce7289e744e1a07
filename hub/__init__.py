"""Everything that serves people: the viewer, the arbiter's desk, the broadcast and, later, the tablet."""
