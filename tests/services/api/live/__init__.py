"""Tests of the live stream."""
