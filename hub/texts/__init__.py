"""What the pages say, and the regulation they quote."""
