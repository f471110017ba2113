"""What is known of chats: who is who there, and where tables live."""
