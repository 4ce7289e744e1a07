"""The broker of a hall's hub: its configuration, its certificates, and the boards that are enrolled with it."""
