"""Refusals of the service, as responses."""

from hub.web.errors import Refused
from rules.errors import DamcamError


def refused(error: DamcamError) -> Refused:
    """The response (409) to a word that the service refused."""
    return Refused(409, error.sentence)
