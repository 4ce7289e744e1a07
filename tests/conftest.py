"""For all tests: a property holds however slow the machine is, so no example is failed for the time it took (pytest's limit stays)."""

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
