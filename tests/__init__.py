"""Tests of Acta."""
