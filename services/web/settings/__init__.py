"""Settings: language and look, what reaches somebody and when, being away, programs, and the account itself."""
