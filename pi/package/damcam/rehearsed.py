"""`python -m damcam.rehearsed`: the service of a board of a rehearsal, with simulated players; `damcam demo --hall` starts it."""

import sys

from damcam.folders import make_importable

if __name__ == "__main__":
    make_importable()
    from pi.programs.rehearsal.players import main

    sys.exit(main())
