"""The laws and bounds as SymPy expressions, one file each: definitions, nothing is checked or evaluated here."""
