"""Views: games, challenges, analyses and replays as replies that no platform has formatted yet."""
