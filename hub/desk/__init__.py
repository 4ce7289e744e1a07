"""The pages of the arbiter and of the players' tablet."""
