"""What every page needs: errors, headers, assets, the proxy in front."""
