"""Actions: what a player does in a game in progress, and what follows automatically. Pure functions."""
