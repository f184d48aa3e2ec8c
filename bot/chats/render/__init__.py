"""Rendering: pictures and animations, made off the event loop."""
