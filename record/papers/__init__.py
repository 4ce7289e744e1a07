"""What is made of a record: PDN, the public view, the dossier."""
