"""Events as the pages show them: the folder of their files, what boards say of their games, and what the public may see."""
