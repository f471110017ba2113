"""Fits the weights of valuations to games that bots play against themselves."""
