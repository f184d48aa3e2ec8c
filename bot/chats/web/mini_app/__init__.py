"""Mini App: the board as a page inside Telegram, where Telegram vouches for the user."""
