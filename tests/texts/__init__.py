"""The catalogues: taken from the source, brought up to date, compiled and checked (`./damcam texts`)."""
