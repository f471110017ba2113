"""From an event to what reaches a person, a webhook or a place in a chat: who is told what, when, and by which channel.

The notifier reads what happened and puts deliveries into the outbox. Each is asked for its worth once more, and sent.
"""
