"""`python -m damcam.pages`: the web server as a program of its own, started by the service, the demo and the hub."""

import sys

from damcam.folders import make_importable

if __name__ == "__main__":
    make_importable()
    from hub.serve import main

    sys.exit(main())
