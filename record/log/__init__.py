"""The append-only log of damcam: one JSON object a line, with its number and a chained checksum. Begin in `record.log.log`."""
