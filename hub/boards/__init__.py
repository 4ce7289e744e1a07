"""The boards that are shown: their feeds, streams and views."""
