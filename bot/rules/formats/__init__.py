"""Formats: games and matches as text."""
