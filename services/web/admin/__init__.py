"""What admins look after: reports, people, invitations, background jobs and games that are stuck."""
