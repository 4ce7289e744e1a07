"""The boards that a server shows, at its own table or elsewhere in the hall: how ready each is, and the words handed to it."""
