"""The form for a new table: everything is preset, a sentence says what the table will be."""
