"""Who calls: tokens, session cookies, addresses behind proxies, and how often somebody may call."""
