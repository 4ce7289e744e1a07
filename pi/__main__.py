"""`python -m pi` is `damcam`."""

import sys

from pi.cli import main

sys.exit(main())
