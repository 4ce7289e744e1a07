"""What everybody may see: viewer, wall, broadcast, API."""
