"""Runs where the virtual camera is: the camera's program, whose picamera2 takes the virtual camera for one of its own."""

import sys

from virtual_camera import virtual  # noqa: F401  before picamera2 is imported

from vision.camera.driving import main

sys.exit(main())
