"""Makes picamera2 take libcamera's virtual camera for one of its own, for the program that imports this first.

Corrected: there is no library for displays, and the camera has no raw modes. It writes the two planes of a picture into memory of two
planes, which the allocator of libcamera gives and that of picamera2 does not. It never sets the status of its pictures, so that picamera2
takes them for damaged whenever the memory held something else. Its pictures carry no ExposureTime, which `capture_request(flush=...)`
needs. Not corrected: the camera gives NV12 only, has no exposure, white balance or focus, and takes a picture as soon as there is a buffer.
"""

import sys
from types import SimpleNamespace

sys.modules["picamera2.previews.drm_preview"] = SimpleNamespace(DrmPreview=None, list_devices=None)

from libcamera import FrameMetadata  # noqa: E402
from picamera2 import Picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402
from picamera2.request import CompletedRequest  # noqa: E402

EXPOSURE_US = 10_000

real_configure = Picamera2.configure_
real_metadata = CompletedRequest.get_metadata


def configure(camera, configuration):
    camera.allocator = LibcameraAllocator(camera.camera)
    real_configure(camera, configuration)


FrameMetadata.status = property(lambda _: FrameMetadata.Status.Success)
Picamera2.configure_ = configure
CompletedRequest.get_metadata = lambda request: {"ExposureTime": EXPOSURE_US} | real_metadata(request)
Picamera2._get_raw_modes = lambda camera: [{"format": "NV12", "size": (1280, 960)}]
