"""A hall on one machine, to rehearse an evening: `hall` sets it up, `services` keeps its processes up, and `players` sit at its boards.

Everything but hands and cameras is what a hall runs: board services, uplinks, broker, mirror and pages, each a process of its own.
"""
