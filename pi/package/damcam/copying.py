"""`python -m damcam.copying`: the program that keeps the second copy, which nobody waits for."""

import sys

from damcam.folders import make_importable

if __name__ == "__main__":
    make_importable()
    from pi.machine.copying import main

    sys.exit(main())
