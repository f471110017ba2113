"""The Concordia table: a real map with its lines, cities and colonists, the cards for sale and the storehouses."""
