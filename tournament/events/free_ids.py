"""Ids for those of whom a name alone was given."""

from collections.abc import Container


def free_id(name: str, taken: Container[str]) -> str:
    """The first word of the name in small letters, numbered where it is taken; empty where the name has no letter or figure there."""
    words = name.casefold().split()
    first = "".join(letter for letter in (words[0] if words else "") if letter.isalnum())
    number, free = 2, first
    while free and free in taken:
        free, number = f"{first}{number}", number + 1
    return free
