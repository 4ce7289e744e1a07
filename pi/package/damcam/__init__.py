"""The one name that damcam installs. Importing it changes nothing; its programs make damcam's own folders importable when they start."""
