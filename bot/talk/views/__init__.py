"""Views: games, challenges, analyses and replays as platform-independent replies."""
