"""`./damcam texts update|compile|check`: the catalogues of `record/texts`."""

import argparse

from record.texts import FOLDER
from record.texts.compiling import compile_all
from tests.texts.catalogues import faults, update


def main() -> int:
    """Does what is asked for; status 1 where `check` finds a fault."""
    parser = argparse.ArgumentParser(prog="./damcam texts", description=__doc__)
    parser.add_argument(
        "what",
        choices=("update", "compile", "check"),
        help="update: take the sentences out of the source into the catalogues; compile: make the files that the program reads;"
        " check: tell what is missing or wrong",
    )
    what = parser.parse_args().what
    if what == "check":
        found = faults()
        print("\n".join(found) or "the catalogues are complete")
        return 1 if found else 0
    if what == "update":
        print("\n".join(update()))
    compile_all(FOLDER)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
