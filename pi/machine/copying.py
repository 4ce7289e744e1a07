"""The program that keeps the second copy, as a process of its own: a write to a stick or share may never return, and nothing waits for it.

One thread works with the folder. The main thread reports how that goes, and tells when it is stuck in a call. A process that is stuck in
the kernel cannot be ended, but nobody waits for its end: neither the recorder, whose child it is or which is another service, nor the next
process of this kind, which asks for the lock again and again.
"""

import logging
import sys

_log = logging.getLogger(__name__)
COPYING = (sys.executable, "-P", "-m", "damcam.copying")
"""The command of this program."""
HANGS_AFTER_S = 10.0
"""The seconds in one call after which the folder hangs. A slow stick writes half a megabyte in one."""
REPORTS_EVERY_S = 1.0
LOCK_NAME = "copy-lock"
