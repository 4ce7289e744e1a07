"""The tasks of `damcam hub` that set up a hall's broker and enrol its boards."""
