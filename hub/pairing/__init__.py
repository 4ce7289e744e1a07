"""Pairing by programs from elsewhere, behind the interface of the rules."""
