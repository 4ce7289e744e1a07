"""The questions of `damcam event ask`, and their answers: `asking` is the place to begin. No other program asks the regulations in JSON."""
