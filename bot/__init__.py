"""Bot: the rules, the sessions, the commands and texts, and the chat platforms."""
