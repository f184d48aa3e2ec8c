"""One adapter a platform, and the one sender that brings every chat what it is owed."""
