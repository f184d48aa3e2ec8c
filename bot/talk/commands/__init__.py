"""Commands: the handlers that the command table lists."""
