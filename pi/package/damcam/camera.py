"""`python -m damcam.camera`: the program that uses the camera, started by the service, which can kill it and start it again."""

import sys

from damcam.folders import make_importable

if __name__ == "__main__":
    make_importable()
    from vision.camera.driving import main

    sys.exit(main())
