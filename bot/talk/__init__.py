"""What the bot says and understands, the same on every platform; it knows no platform."""
