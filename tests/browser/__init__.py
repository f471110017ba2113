"""Real Chromium at a real server: whoever plays here points, presses keys or uses the list, as people do."""
