"""What others wrote, held to what we sign."""
