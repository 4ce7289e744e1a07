"""The tasks of `damcam event` on the file of an event."""
