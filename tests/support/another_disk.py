"""A folder on another disk than the one on which the tests have their folders, which may be in memory."""

import os
from tempfile import gettempdir

ANOTHER_DISK = next(folder for folder in ("/dev/shm", "/tmp", "/var/tmp") if os.stat(folder).st_dev != os.stat(gettempdir()).st_dev)
