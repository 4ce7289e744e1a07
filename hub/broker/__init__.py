"""The broker of a hall's hub: its certificate, the boards that are enrolled with it, and Mosquitto, which lets them in."""
