"""The words of all packages, in every language that has a file: nothing missing, nothing left over or in English."""
