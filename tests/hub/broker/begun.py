"""A broker that takes signals once it is told to, as Mosquitto does only some instants after it has started; or one that never does."""

import signal
import sys

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it
sys.stdin.readline()
if "takes" in sys.argv:
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(7))
print("begun", flush=True)
sys.stdin.read()
