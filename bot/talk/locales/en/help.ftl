### Help: the list of commands, and what a new person or chat reads first.

help-start = This is Long Nardy, played move by move, whenever you have time. Every step shows the board.
greeting = This is Long Nardy, played move by move, whenever you have time. { $challenge } challenges somebody here, { $play } plays the computer, { $help } tells the rest.
help-commands = Commands, { $page } of { $pages }: { $title }
help-group-begin = Begin a game
help-group-moves = Your turn
help-group-game = During a game
help-group-study = Study
help-group-own = You and your data
help-line = { $command } – { $what }
help-on-boards = Boards offer most of these as buttons.
help-talk = Type a move like 24/18 13/8. 24-18 works too where you can move from 24, in a reply to a board, and after { $command }. Anything else is talk.
button-challenge = Challenge a friend
button-program = Play the computer
button-how = How to play
button-private = Play in private
button-group = Play in a group
