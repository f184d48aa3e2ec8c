"""Actions: what a player does in a live game, and what follows from it. Pure."""
