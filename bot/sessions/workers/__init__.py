"""Workers: what runs beside the conversation, each woken by what happens and bounded."""
