"""What happened, kept: events, the session they add up to, the journal, and what is written from it."""
