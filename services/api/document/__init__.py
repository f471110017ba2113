"""The OpenAPI document: what Litestar finds out about the routes, and what it cannot know of games and scopes."""
