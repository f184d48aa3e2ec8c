"""Bot: the rules, the engine, the sessions, the commands and texts, and the chat platforms."""
