### Settings: their names and values.

## The panel

settings-title = Your settings. Each button shows what is set, and a press changes it.
settings-chat = How boards look, the language and the time zone here are this chat’s, for everybody.
settings-line = { $name }: { $value }.
name-present = You are called { $name } everywhere. { $example } would change that; { $command } gives you the name of your first account.
name-example = Vera
name-set = You are called { $name } everywhere from now on. { $command } takes it back.
name-of-account = You are called as your first account is: { $name }.
settings-own-numbers = In private chats and in answers to you, 24 is your head and 1 to 6 are your home. What you type is read that way everywhere. Boards in shared chats, and records, keep the board’s numbers.
settings-change = Change it like this: { $command }.
settings-how = All values of one of them: { $command }.
settings-in-private = This setting is yours alone. Ask me in a private chat: { $command }.

## Names of the settings, and short ones for buttons

setting-roll = Roll automatically
setting-forced = Play forced turns automatically
setting-confirm = End complete turns automatically
setting-race = Finish a race automatically, if both players want it
setting-numbers = Point numbers
setting-reminders = Remind me of a game that waits for me
setting-quiet = Quiet hours
setting-digest = Daily list of games that wait for me
setting-theme = Board
setting-side = At the bottom
setting-language = Language
setting-layout = Layout of the board
setting-boards = The old board after a turn
setting-threads = A thread for each game
setting-name = Your name on every platform
setting-name-none = As my first account
setting-daily = Position of the day
setting-zone = Time zone
setting-button = { $name }: { $value }
setting-button-written = { $name }…
setting-short-roll = Auto roll
setting-short-forced = Auto forced
setting-short-confirm = Auto end
setting-short-race = Auto race
setting-short-numbers = Points
setting-short-reminders = Reminders
setting-short-quiet = Quiet hours
setting-short-digest = Daily list
setting-short-theme = Look
setting-short-side = Bottom
setting-short-language = Language
setting-short-layout = Layout
setting-short-boards = Old boards
setting-short-threads = Threads
setting-short-daily = Daily position
setting-short-zone = Time zone

## Names of the values, and short ones for buttons

value-short-on = on
value-short-off = off
value-short-once = once
value-short-daily = daily
value-short-none = not set
value-short-wood = wood
value-short-dark = dark
value-short-contrast = contrast
value-short-compact = compact
value-short-full = full
value-short-usual = usual
value-short-w = White
value-short-b = Black
value-short-own = own
value-short-stay = stay
value-short-shrink = shrink
value-short-delete = delete
value-short-board = on board
value-short-own-side = own side
value-short-en = English
value-short-ru = Русский
value-on = on
value-off = off
value-once = once a turn
value-daily = daily
value-none = not set
value-wood = wood
value-dark = dark
value-contrast = high contrast
value-compact = compact
value-full = full
value-usual = as usual here: { $value }
value-w = White
value-b = Black
value-own = my own colour
value-stay = stays
value-shrink = shrinks to one line
value-delete = is deleted
value-board = as on the board
value-own-side = from my own side
value-en = English
value-ru = Русский
