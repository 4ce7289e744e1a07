"""What lies on disk: the journal, the checkpoint, the pictures."""
