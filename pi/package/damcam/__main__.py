"""The command `damcam`, also as `python -m damcam`."""

import sys

from damcam.folders import make_importable


def main() -> int:
    """Run the command of this process's arguments; its exit status."""
    make_importable()
    from pi.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
