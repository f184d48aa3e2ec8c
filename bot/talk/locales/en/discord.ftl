### Discord: its own command and menu entry, the command options, threads, missing permissions and failures.

## The command and the menu entry that only Discord has

command-name-thread = thread
discord-menu-board = This board…

## Names of command options, and what each is for

discord-option-days = days
discord-option-game = game
discord-option-rules = rules
discord-option-player = player
discord-option-friend = friend
discord-option-moves = moves
discord-option-count = count
discord-option-grade = grade
discord-option-option = option
discord-option-page = page
discord-option-list = list
discord-option-switch = switch
discord-option-challenge = challenge
discord-option-length = length
discord-option-cube = cube
discord-option-extended = extended
discord-option-first = first
discord-option-hints = hints
discord-option-clock = clock
discord-option-level = level
discord-option-match = match
discord-option-turn = turn
discord-option-file = file
discord-option-part = part
discord-option-form = form
discord-option-private = private
discord-about-days = From which day to which: 24.12. 2.1.; end ends them
discord-about-game = Which game, by its short name; not needed if you play only one here
discord-about-rules = Which game to play; the one you played last, unless you choose
discord-about-player = Who, of those on Discord
discord-about-friend = Who, by name: also whom you know from another platform
discord-about-moves = From point to point, like 24/18 13/8
discord-about-count = How many moves to take back: a number, or all; the last one, unless you choose
discord-about-grade = For how much you resign
discord-about-option = What to set, and to what, like: confirm on
discord-about-page = Which page of how to play
discord-about-list = A later page, or sleeping for the games left alone for a long time
discord-about-switch = off: the link stops working
discord-about-challenge = Which challenge or game, by its short name
discord-about-length = How long: to 5 points, 3 games; as is usual in the game, unless you choose
discord-about-cube = With a doubling cube
discord-about-extended = Koks counts 3 and home mars 4; these definitions are this project’s own
discord-about-private = In your private chat with the bot, and not here
discord-about-hints = Both players may ask for hints
discord-about-clock = How much time you both have: 3 days, 12 hours, bank 7d+1d; none, unless you choose
discord-about-level = How well the computer plays; as last time, unless you choose
discord-about-first = Who begins the first game; the dice decide, unless you choose
discord-about-match = The record of the whole match
discord-first-me = I do
discord-first-opponent = My opponent
discord-about-turn = Which turn, or start or end; the whole game as an animation, unless you choose
discord-about-file = The record of a game or a match, as this bot or another program writes it (.mat)
discord-about-part = 1, 2 or 3 for one of the worst turns, deep to look at all replies; the chart, unless you choose
discord-about-form = mat, the form that other programs read; ours, unless you choose
discord-option-code = code
discord-about-code = The code that your other account was told; none, to get one
discord-choice = { $value } – { $meaning }

## A thread for a game

discord-thread-what = Give a game a thread of its own
discord-thread-name = Nardy { $game }
discord-thread-made = The game goes on in { $thread }.
discord-thread-failed = No thread could be opened just now, so the game goes on here. { $command } tries again.
discord-thread-which = It is not clear which of your games you mean. { $command } lists them; add a game’s short name after this command.
discord-thread-not-here = A thread can be made in a text channel of a server only. Give the command in one.
discord-thread-not-yours = You may not make threads in this channel. Ask somebody who may, or play on here.

## What cannot be done

discord-elsewhere = I can play only where I have been added to the server, or in a private chat with me. Ask somebody who manages this server to add me.
discord-missing = I cannot show boards in this channel, because I lack the permission: { $permissions }. Please ask somebody who manages this channel to grant it to me.
discord-missing-yours = I cannot show boards in this channel, because I lack the permission: { $permissions }. You can grant it to me in the channel’s settings.
discord-may-view-channel = View Channel
discord-may-send-messages = Send Messages
discord-may-send-messages-in-threads = Send Messages in Threads
discord-may-create-public-threads = Create Public Threads
discord-may-attach-files = Attach Files
discord-bot-picked = { $name } is a bot and cannot accept a challenge. { $play } starts a game against the computer.
discord-outdated = This command has changed since Discord last listed it. Press Ctrl+R or restart Discord, or see { $help }.
discord-unreadable = I could not read what Discord sent me, and nothing was done. Try it again, or see { $help }.
discord-not-shown = It was done, but the answer could not be shown. { $command } shows the board.
discord-no-files = I show this in words because I lack the permission { $permission } here: somebody who manages this channel can grant it to me.
discord-record-too-long = This is too long for messages, and I lack the permission { $permission } here. Ask me for it in private, or ask somebody who manages this channel to grant it to me.
discord-greeting-files = Boards come here in words, because I lack the permission { $permission }: somebody who manages this channel can grant it to me.
discord-greeting-silent = I was added to your server { $server }, but may write in none of its channels: I lack the permission { $permissions } there. Please grant it to me where games are to be played.
