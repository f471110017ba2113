"""Tests of the special cases that make choices and live streams quick."""
