"""Measurements, each beside a yardstick taken in the same run: absolute figures are the machine's, ratios are ours."""
