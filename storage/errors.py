"""What can be wrong with a database file."""


class NewerDatabase(OSError):
    """The file was last written by a newer version of the program, which this one would not understand."""
