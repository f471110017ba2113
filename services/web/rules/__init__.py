"""The rules of each game on two screens, in our own words: a file a game and language, and the page around it."""
