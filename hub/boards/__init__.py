"""The boards that a server shows: their feeds, streams and views."""
