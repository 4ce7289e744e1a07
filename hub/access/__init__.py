"""Access: accounts, passwords, tokens and limits."""
