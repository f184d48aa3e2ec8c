"""Mini App: the board as a page inside Telegram, for whoever Telegram says it is."""
