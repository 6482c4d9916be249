# A file in Latin-1.
name = "café"
