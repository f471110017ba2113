"""Whole runs of the suite beside processes that use every core: what fails only on a busy machine, fails here."""
