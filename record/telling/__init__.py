"""What is told of an event: alerts, remarks, counts and reasons."""
