"""Pictures as arrays, and the geometry of a board in them."""
