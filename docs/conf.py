"""How Sphinx builds the documentation: MyST Markdown and the Furo theme. Dutch pages lie beside the English ones, as `page.nl.md`.

sphinx-build -W --keep-going -n docs docs/_build/html
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "damcam"
author = "the damcam developers"
project_copyright = f"{author}, GPL-3.0-or-later"
extensions = ["myst_parser", "from_code", "languages"]
exclude_patterns = ["_build"]
nitpicky = True
smartquotes = False  # it would make one dash of the two before an option
language = "en"

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "damcam"
html_static_path = ["static"]
html_css_files = ["damcam.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
