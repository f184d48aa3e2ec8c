"""Commands: the handlers of the rows of the command table."""
