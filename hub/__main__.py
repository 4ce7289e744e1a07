"""`python -m hub`: the web server as a program of its own."""

import sys

from hub.serve import main

if __name__ == "__main__":
    sys.exit(main())
