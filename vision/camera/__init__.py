"""Where pictures come from: the Pi camera, USB cameras, and the scripted ones that stand in for them."""
