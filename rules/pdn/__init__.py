"""Games in PDN: they are read leniently, checked, and written strictly."""
