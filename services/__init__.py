"""The edge: store, HTTP, command line and everything that talks to the outside."""
