"""What every page needs: errors, headers, static files, and the proxy in front of the server."""
