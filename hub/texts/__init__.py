"""The texts of the pages, and the regulation that they quote."""
