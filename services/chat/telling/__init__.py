"""What is told where tables live: in channels and threads of chats."""
