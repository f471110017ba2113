"""The page of a table before its game begins: chairs, invitations, a word for the shuffle, the start."""
