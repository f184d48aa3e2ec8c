### The texts of Telegram alone: what only Telegram can refuse.

telegram-anonymous = You write here as the group, so nobody can know who plays. Stop being anonymous in the group's settings, then try again. { $help } tells more.
