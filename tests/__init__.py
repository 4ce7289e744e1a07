"""Tests, and the simulators and benches that they share."""
