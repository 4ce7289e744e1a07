"""Games as PDN: read leniently, checked, written strictly."""
