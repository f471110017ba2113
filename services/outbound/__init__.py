"""The only package that opens outgoing connections."""
