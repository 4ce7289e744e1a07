"""Everything that serves people: the viewer and, later, the arbiter's desk, the tablet and the broadcast."""
