"""The documents made from a record: PDN, the public view, the dossier."""
