"""The reasons why a move is refused or forced, and problems with their solutions (regulation H)."""
