"""Outbox: what each chat should show and who is to be notified, stored with the action that causes it."""
