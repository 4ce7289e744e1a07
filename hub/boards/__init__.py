"""The boards that a server shows, of this machine or elsewhere in the hall: how ready each is, its games, and the commands to it."""
