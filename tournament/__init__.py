"""The regulations of events, A to I and the appendices: questions about pairings, orders, promotion and the rest, answered as written."""
