"""Pages of the ways in and out: log-in, sign-up, lost passwords, confirmed addresses, and the end of mail."""
