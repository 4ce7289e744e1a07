"""The catalogues of `record/texts`: `update` takes the sentences out of the source into them, `add` makes that of another language,
`compile` makes the files that the program reads, and `check` tells what is missing or wrong."""

import argparse
import sys
from collections.abc import Sequence

from babel import UnknownLocaleError

from record.texts import FOLDER
from record.texts.compiling import compile_all
from tests.texts.catalogues import add, faults, update


def main(words: Sequence[str] | None = None) -> int:
    """Does what is asked for; status 1 where `check` finds a fault, or `add` cannot be done."""
    parser = argparse.ArgumentParser(prog="./damcam texts", description=__doc__)
    parser.add_argument("what", choices=("update", "add", "compile", "check"))
    parser.add_argument("lang", nargs="?", help="add: the code of the language, such as de")
    args = parser.parse_args(words)
    if (args.what == "add") != bool(args.lang):
        parser.error("add wants the code of a language, such as de; the others want none")
    if args.what == "check":
        found = faults()
        print("\n".join(found) or "the catalogues are complete")
        return 1 if found else 0
    if args.what == "update":
        print("\n".join(update()))
    if args.what == "add":
        try:
            print(f"{add(args.lang)} wants its translations")
        except (FileExistsError, UnknownLocaleError, ValueError) as error:
            print(f"damcam: {error}", file=sys.stderr)
            return 1
    compile_all(FOLDER)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
