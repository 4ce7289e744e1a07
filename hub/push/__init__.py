"""Web Push: tells the telephones of arbiters of alerts, also when they are locked."""
