"""The pages on which an organiser runs events. They require signing in, and only an arbiter changes."""
