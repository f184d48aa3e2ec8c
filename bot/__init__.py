"""The bot: rules, sessions, talk, and the chats it is met in."""
