"""Notices to telephones: an open alert is told to the addresses that arbiters set, by a program of its own that uses apprise."""
