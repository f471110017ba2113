"""The rules of each game in short, in our own words: a file a game and language, and the page around it."""
