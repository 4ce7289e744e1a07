"""One board followed from picture to picture: settled, found again, healthy."""
