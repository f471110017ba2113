"""What is said in chats: the message before any platform's form, what its buttons carry, and a package a platform."""
