"""The regulations of events, A to I and the appendices: pairing tables, standings, play-offs, promotion, appeals and the rest."""
