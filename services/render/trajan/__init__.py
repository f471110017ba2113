"""The table of Trajan: the action circle, and around it the six places where its bowls lead."""
