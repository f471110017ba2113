"""Draws the tables of Forum Trajanum."""
