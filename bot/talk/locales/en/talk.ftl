### What the bot says besides the board.

## Challenges

card-open = { $challenger } challenges anyone to { $rules }. The first to accept plays. From another chat: { $command }.
card-named = { $opponent }, { $challenger } challenges you to { $rules }.
card-rematch = { $opponent }, { $challenger } asks for another game of { $rules }.
card-waiting = You challenge { $opponent } to { $rules }. The game begins when the challenge is accepted.
card-accepted = { $challenger } and { $opponent } play { $rules }: game { $game }.
card-declined = { $opponent } has declined { $challenger }’s challenge.
card-expired = { $challenger }’s challenge has expired: nobody answered it in time. { $command } makes a new one.
card-expired-taken = { $challenger }’s invitation has expired: { $taker } accepted it, but the game was not started in time. { $command } makes a new one.
card-cancelled = { $challenger } withdrew the challenge.
card-taken = { $challenger }, { $taker } ({ $platform }) has accepted your invitation to { $rules }. Is that who you meant? The game begins when you start it; otherwise the invitation opens again under another link.
card-taken-yours = You have accepted { $challenger }’s invitation to { $rules }. The game begins when { $challenger } starts it.
card-not-started = { $challenger } did not start a game with you, and this invitation is no longer open to you.
card-blocked = You have blocked { $challenger }. { $command } lets challenges through again.
card-unreached = You challenge { $opponent } to { $rules }, but { $opponent } cannot be reached: the bot may be blocked there, or private messages turned off. The challenge waits.
card-unreached-note = { $opponent } cannot be reached at the moment, so the challenge waits.
invitation = { $challenger } challenges you to { $rules }. The game begins when you accept.
invitation-elsewhere = { $challenger } challenges you to { $rules }. If you accept, { $challenger } is asked first, and the game begins when { $challenger } starts it.
platform-web = local table
platform-discord = Discord
platform-telegram = Telegram
button-start = Start
button-not-him = Somebody else
button-block = Block
button-unblock = Unblock { $name }
blocked = You have blocked { $name }: their challenges and offers no longer reach you, and nobody is told. { $command } undoes it.
unblocked = You have unblocked { $name }: their challenges and offers reach you again.
block-question = Block { $name }? Their challenges and offers would no longer reach you, and nobody is told.
button-undo-block = Undo
blocked-list = You have blocked:
blocked-nobody = You have blocked nobody. { $command } stops somebody’s challenges and offers, and that person is not told.
blocked-briefly = Done. Nobody is told.
blocked-elsewhere = I answer that in private only: send { $command } to me there.
button-accept = Accept
button-cancel = Withdraw
button-invite = Send to a friend
invite-text = { $challenger } challenges you to { $rules }.
button-elsewhere = Invite elsewhere
elsewhere-copy = Copy this and send it wherever you like. Whoever is first to accept plays.
elsewhere-invites = { $challenger } invites you to { $rules }.
elsewhere-link = { $platform }: { $link }
elsewhere-command = { $platform }: send { $command } to { $bot }
elsewhere-browser = In the browser: { $link }
elsewhere-bot = Send the bot { $command }
play-stays = You play { $terms } again, as last time. { $command } begins the classical game; add another game’s name for that one.
play-private = Your game waits for you in { $chat }.
play-private-chat = our private chat
refused-no-private = I cannot write to you in private. Allow private messages, or write to me there first; then { $command } begins a game there.
card-starts = { $name } begins.
card-acceptor-starts = Whoever accepts begins.
card-hints = Both players may ask for hints with { $command }.
card-clock = Clock: { $time }.
card-extended = A loser who has borne off nothing loses 3 points with a checker still in the starting quarter (koks), and 4 with one still on the head (home mars); these definitions are this project’s own.
terms-points = { $rules } to { $points ->
    [one] 1 point
   *[other] { $points } points
}
terms-games = { $rules }, { $games } games
terms-cube = { $terms }, with a doubling cube
anyone = anyone
challenge-label = { $challenge }: { $challenger } – { $opponent }, { $rules }
choose-challenge = Which one do you mean?
rematch-waits = You have already asked for another game. It begins when { $opponent } accepts.

## Help

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
button-next-of = Next after { $game }: { $white } – { $black }
button-next = Next ›
button-page-before = ‹
button-page-after = ›
how-1 = 1 of 6. Both sides travel the same way round, from the head to the home: White from 24 down to 1, Black from 12 down to 1 and on from 24 to 13.
how-2 = 2 of 6. All 15 checkers begin on the head, and in one turn one may leave it; only 3-3, 4-4 or 6-6 on the very first turn can release a second.
how-3 = 3 of 6. Each die moves a checker, and both dice move one checker or two; both must be played if they can be, and where either but not both can, the higher must be; equal dice are played four times.
how-4 = 4 of 6. A point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it, and nothing is ever hit.
how-5 = 5 of 6. Six points in a row are a wall that nobody passes; you may build one only while at least one opposing checker is past it.
how-6 = 6 of 6. When all your 15 are home, the exact number bears a checker off, a larger one only from the rearmost point; the first to finish wins an oyn, 1 point, or a mars, 2 points, if the other has borne off none.
how-otherwise = This page shows the classical game. { $rules } is played { $about }
how-opposed-1 = 1 of 5. The sides travel against each other: White goes from 24 down to 1, Black from 1 up to 24, and the last six points are the home.
how-opposed-2 = 2 of 5. Each die moves a checker, and both dice move one checker or two; both must be played if they can be, and where either but not both can, { $higher ->
    [0] you choose
   *[1] the higher must be
}; equal dice are played { $doubles ->
    [2] twice
   *[4] four times
}.
how-opposed-3 = 3 of 5. A point with two or more opposing checkers is closed, but a single die jumps over it, and a single checker is hit and goes to the bar: here 13 may hit on 9, and 12 is closed.
how-opposed-4 = 4 of 5. A checker on the bar moves first and enters in the opponent’s home: a 3 enters on 22, while for a 6 the point 19 is closed, and who cannot enter passes.
how-opposed-5 = 5 of 5. When all your 15 are home and none is on the bar, the exact number bears a checker off, a larger one only from the rearmost point; the first to finish wins { $scoring ->
    [one] 1 point
   *[other] 1 point, 2 if the other has borne off none, or 3 if the other also has a checker still in your home or on the bar
}.

## What each command is called, in English

command-name-help = help
command-name-play = play
command-name-challenge = challenge
command-name-accept = accept
command-name-decline = decline
command-name-cancel = cancel
command-name-roll = roll
command-name-move = move
command-name-undo = undo
command-name-done = done
command-name-keep = keep
command-name-reroll = reroll
command-name-double = double
command-name-take = take
command-name-drop = drop
command-name-resign = resign
command-name-draw = draw
command-name-pause = pause
command-name-resume = resume
command-name-holidays = holidays
command-name-claim = claim
command-name-more = more
command-name-board = board
command-name-menu = menu
command-name-invite = invite
command-name-games = games
command-name-next = next
command-name-puzzle = puzzle
command-name-continue = continue
command-name-rematch = rematch
command-name-record = record
command-name-replay = replay
command-name-analyse = analyse
command-name-import = import
command-name-share = share
command-name-read = read
command-name-picture = picture
command-name-rules = rules
command-name-settings = settings
command-name-profile = profile
command-name-block = block
command-name-unblock = unblock
command-name-link = link
command-name-unlink = unlink
command-name-forget = forget
command-name-export = export
command-name-turn = turn
command-name-why = why
command-name-hint = hint

## What each command does

command-start = what this is
command-help = all commands; with 1 to 6 or a game, how to play
command-play = play the computer: novice, casual, skilled, strong or best
command-challenge = challenge somebody, or anyone: narde to 5, 3 games, 3 days, cube, extended, hints, first me
command-accept = accept a challenge or an offer
command-decline = decline a challenge or an offer
command-cancel = withdraw your challenge
command-roll = roll the dice
command-move = move, like 24/18 13/8
command-undo = take back a move; with a number, that many; with all, the turn
command-done = end your turn
command-keep = keep the opening roll as your first roll
command-reroll = roll again instead
command-double = offer to double the game
command-take = take a double and play on
command-drop = drop a double and lose the game
command-resign = resign; you can say for how much
command-draw = offer a draw, or agree to one
command-pause = offer a pause
command-resume = end the pause of a game
command-holidays = days on which your time stands still: 24.12. 2.1.
command-claim = win a game in which your opponent has run out of time
command-more = give your opponent, who has run out of time, two more days
command-board = show the board here again
command-menu = what else you can do in a game
command-invite = your open challenge as text to send anywhere
command-turn = the board from your own side, for you alone
command-games = your games; with sleeping, old ones
command-next = the game that needs you most
command-continue = begin the next game of a match
command-rematch = play the same again
command-record = the record of a game or match; with mat, for other programs
command-replay = a finished game again
command-analyse = how a finished game was played: chances, luck, worst turns
command-import = keep a game or a match from a file
command-share = a link that shows a game’s board; off ends it
command-read = the board in words
command-picture = the board as a full-size picture
command-rules = the rules in a few lines
command-hint = the best turns, or whether to double, where hints are allowed
command-why = which rule forbids a move, like 13/7
command-settings = your settings
command-profile = your results and dice; with a name, those between you two
command-block = keep somebody’s challenges and offers away
command-unblock = undo a block
command-link = one player on two platforms, by a code
command-unlink = separate your accounts again

## What may be typed after a challenge: the most usual form of each word first

typed-to = to
typed-points = points point
typed-games = games game
typed-sleeping = sleeping asleep
typed-end = end stop
typed-off = off
typed-best = best
typed-of = of
typed-cube = cube
typed-extended = extended
typed-hints = hints
typed-first = first
typed-me = me
typed-opponent = opponent
typed-all = all
typed-private = private
typed-no = no
typed-clock = clock
typed-bank = bank
typed-minutes = minutes minute min
typed-hours = hours hour h
typed-days = days day d
typed-weeks = weeks week w
typed-no-clock = no clock
typed-some-bank = bank 7d+1d
typed-so-many-days = { $count ->
    [one] day
   *[other] days
}
typed-so-many-hours = { $count ->
    [one] hour
   *[other] hours
}
typed-so-many-points = { $count ->
    [one] point
   *[other] points
}
typed-so-many-games = { $count ->
    [one] game
   *[other] games
}

## How long something takes, and when it is

clock-turn = { $time } for each turn
clock-bank = { $start }, and { $more } more with each turn, { $most } at most
time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
time-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
time-short-minutes = { $count } min
time-short-hours = { $count } h
time-short-days = { $count } d
moment-near = { $weekday } { $time }
moment-far = { $weekday } { $day } { $month }, { $time }
moment-utc = { $moment } UTC
day = { $day } { $month }
weekday = { $number ->
    [1] Mon
    [2] Tue
    [3] Wed
    [4] Thu
    [5] Fri
    [6] Sat
   *[7] Sun
}
month = { $number ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}

## Lists and menus

games-none = You have no games now. Play the computer, or challenge a friend.
games-none-asleep = None of your games is asleep. Play the computer, or challenge a friend.
games-title = { $pages ->
    [1] Your games:
   *[other] Your games, page { $page } of { $pages }:
}
games-title-asleep = { $pages ->
    [1] Your sleeping games: nothing has happened in them for a long time. Anything you do in one wakes it.
   *[other] Your sleeping games: nothing has happened in them for a long time. Page { $page } of { $pages }. Anything you do in one wakes it.
}
games-line = { $game }: { $white } – { $black }, { $rules }. { $state }
games-waiting = { $white } – { $black }: { $command } begins the next game of the match.
games-yours = Your turn.
games-theirs = { $name } is to play.
games-time-left = { $time } left.
games-time-out = The time has run out.
games-elsewhere = { $count ->
    [one] One more game is not shown here.
   *[other] { $count } more games are not shown here.
}
games-asleep = { $count ->
    [one] One game is asleep: nothing has happened in it for a long time. { $command } lists it.
   *[other] { $count } games are asleep: nothing has happened in them for a long time. { $command } lists them.
}
waiting-here = This game waits for you: { $line }
waiting-none = No game waits for you. { $command } lists your games.
waiting-none-match = No game waits for you. { $command } begins the next game of your match.
waiting-elsewhere = None of the games shown here waits for you. { $count ->
    [one] One waits elsewhere: { $command } in your private chat with me shows it.
   *[other] { $count } wait elsewhere: { $command } in your private chat with me shows them, one after another.
}
done-elsewhere = Done, in game { $game }. This chat does not show it; your board stays where it was.
choose-game = Which game do you mean?
choose-move = Which move do you mean?
choose-match = Which match goes on?
choose-line = { $game }: { $white } – { $black }, { $rules }
menu-title = Game { $game }: { $terms }.
menu-question = What would you like to do?
record-title = The record of game { $game }:
record-title-games = The { $games } games of upload { $game }:
record-title-match = The record of the match with game { $game }:
rules-text = { $rules }: { $text }
rules-choose = Other games: { $names }.
sure-resign = Resign game { $game } against { $opponent }? It costs you: { $grade }.
sure-offer-resignation = Offer { $opponent } to resign game { $game } ({ $grade })? The game goes on until that is accepted.
sure-resign-lower = You can also offer { $opponent } less; the game goes on until that is accepted.
sure-pause = Offer { $opponent } a pause in game { $game }? Nobody’s time runs until one of you ends it.
sure-draw = Offer { $opponent } a draw in game { $game }?
button-sure-resign = Resign: { $grade }
button-offer-grade = Offer: { $grade }
button-sure-pause = Offer a pause
button-end-holidays = End them now
holidays-days = { $first } to { $last }
holidays-line = Your holidays: { $days }.
holidays-none = You have announced no holidays.
holidays-example = 24.12. 2.1.
holidays-how = { $command } announces whole days on which your time stands still, at most 30 a year. Your opponents are told at once.
holidays-announced = Your holidays: { $days }. Your time stands still on these days, and your opponents are being told.
holidays-ended = Your holidays, { $days }, are over. Your time runs again, and you can take the days that are left another time.
holiday-ended-told = { $name } has ended the holiday early ({ $days }). The time of { $name } runs again.
holiday-told = { $name } has announced a holiday: { $days }. The time of { $name } stands still then.
button-sure-draw = Offer a draw

rules-about-long = the classical game. Two checkers may leave the head on the first turn with 3-3, 4-4 or 6-6, if the opponent’s head is what stops the first one. A wall of six is judged at the end of the turn and needs an opposing checker past it.
rules-about-federation = as the classical game, but if White finishes first Black has one last turn, and if that finishes Black too the game is a draw, half a point each.
rules-about-sport = as the classical game, but two checkers may leave the head on the first turn with 3-3, 4-4 or 6-6 whatever stops the first, no single move may build a forbidden wall, and the two dice rolled for the start are the first roll.
rules-about-narde = as the classical game, but two checkers may leave the head on the first turn with 3-3, 4-4 or 6-6 whatever stops the first. The winner begins the next game.
rules-about-palm = as the classical game, but with any doubles two checkers may leave the head, on every turn. A wall of six with an opposing checker behind it needs one opposing checker in its own home. Who starts keeps the two dice rolled for the start as the first roll ({ $keep }), or rolls again ({ $reroll }).
rules-about-nard = the old Persian game. The sides travel against each other, a single checker can be hit and enters again from the bar, and doubles are two moves.
rules-about-short = backgammon. The sides travel against each other, a single checker can be hit and enters again from the bar. The two dice rolled for the start are the first roll.
rules-closed = A point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rules-closed-twice = A point with two or more opposing checkers is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rules-higher-die = As many dice as can be played must be played; where either of two can but not both, the higher must be.
rules-either-die = As many dice as can be played must be played; where either of two can but not both, you choose.
rules-bearing-off = When all 15 are home, the exact number bears a checker off, a larger one only from the rearmost point.
rules-score-oyn-mars = A win counts 1 point, an oyn, or 2, a mars, if the loser has borne off none.
rules-score-backgammon = A win counts 1 point; 2, a gammon, if the loser has borne off none; 3, a backgammon, if the loser also has a checker in the winner’s home.
rules-score-backgammon-bar = A win counts 1 point; 2, a gammon, if the loser has borne off none; 3, a backgammon, if the loser also has a checker in the winner’s home or on the bar.
rules-score-one = Every win counts 1 point.
rules-undo = Until you end your turn, { $last } takes back its last move, { $two } the last two, { $all } every one.

## Profiles

profile-elsewhere = Profiles are shown in private only: send { $command } to me there.
profile-own = Your games with people: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-between = Your games with { $opponent }: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-none = You have not finished a game with anybody yet.
profile-none-between = You have not finished a game with { $name } yet.
profile-computer = Your games with the computer: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-points = Points: { $own }–{ $others }.
profile-grades = Higher wins: { $list }.
profile-only-rules = All of them: { $rules }.
profile-rules = { $number } · { $rules }: { $score }
profile-score = { $drawn ->
    [0] { $won }–{ $lost }
   *[other] { $won }–{ $lost } ({ $drawn } drawn)
}
profile-dice = Dice in your last games, { $most } at most. Yours: { $own }; your opponents’: { $others }.
profile-dice-between = Dice in your last games with each other, { $most } at most. Yours: { $own }; { $opponent }: { $others }.
profile-luck = { $rolls ->
    [one] { $rolls } roll
   *[other] { $rolls } rolls
}, { $pips } pips each on average, { $doubles }% doubles
profile-chart = Light is won, dark is lost: on the left game by game, { $drawn ->
    [0] on the right month by month
   *[other] what was drawn between them, on the right month by month
} ({ $months }).
profile-spoken = Won and lost by you. By game: { $games }. By month: { $months }.
profile-spoken-short = Won and lost by you: { $score }.
wins-mars = mars
wins-gammon = gammon
wins-backgammon = backgammon
wins-koks = koks
wins-home-mars = home mars

## Settings

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
setting-short-boards = Old boards
setting-short-threads = Threads
setting-short-daily = Daily position
setting-short-zone = Time zone
value-short-on = on
value-short-off = off
value-short-once = once
value-short-daily = daily
value-short-none = not set
value-short-wood = wood
value-short-dark = dark
value-short-contrast = contrast
value-short-compact = small
value-short-compact-dark = small dark
value-short-compact-contrast = small contrast
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
value-compact-dark = compact and dark
value-compact-contrast = compact contrast
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

## Refusals: what is wrong, and what would work

refused-talk = I don’t read that as a move or a command. { $command } 24/18 13/8 moves, { $help } lists what you can do.
refused-unknown-command = There is no command { $command }. { $help } lists them all.
refused-command-like = There is no command { $command }. Did you mean { $like }? { $help } lists them all.
refused-unknown-button = That button no longer does anything. { $help } lists what you can do.
refused-no-such-game = There is no game { $game }. { CODE("/games") } lists yours.
refused-no-game = You have no game here. { $command } starts one against the computer, { $other } challenges a friend.
refused-none-finished = No game of yours is finished here. { $command } shows one when it is over.
refused-not-seated = You are watching game { $game }, not playing in it. { CODE("/challenge") } starts one of your own.
refused-not-your-turn = It is not your turn: { $name } is to play. You are called when it is yours.
refused-stale-board = That board is from an earlier turn. Look at the current one.
refused-game-is-over = Game { $game } is over. { CODE("/board", $game) } shows it.
refused-game-goes-on = Game { $game } is still being played. Ask for another when it is over.
refused-not-rolled = The dice have not been rolled yet. { CODE("/roll", $game) } rolls them.
refused-already-rolled = The dice have been rolled already: { $roll }. What comes next: { $command }.
refused-turn-incomplete = You still have { $dice } to play. You can move { $moves }.
refused-nothing-to-take-back = You have not moved in this turn yet. There is nothing to take back.
refused-cannot-take-back = Only { $made ->
    [one] one move of this turn can be taken back
   *[other] { $made } moves of this turn can be taken back
}. { CODE("/undo", $game, "all") } takes back all.
refused-offer-waits = An offer is waiting for an answer. { CODE("/accept", $game) } or { CODE("/decline", $game) } answers it.
refused-own-offer-waits = Your offer is still waiting for { $name }’s answer. It lapses if { $name } plays on instead.
refused-no-offer = Nothing is offered to you in game { $game }. { CODE("/draw", $game) } offers a draw.
refused-offer-is-over = That offer in game { $game } has been answered or has lapsed. { CODE("/draw", $game) } offers a draw.
refused-cannot-resign = You cannot resign game { $game } for that. You can resign for: { $ways }.
refused-cannot-lose = You have borne off all your checkers in game { $game } and can no longer lose it. Only your opponent’s last turn is still to come.
refused-resign-way = { $command } ({ $grade })
refused-no-such-challenge = There is no challenge { $challenge }. { CODE("/challenge") } makes one.
refused-nothing-waits = Nothing is waiting for your answer. { $command } challenges somebody.
refused-nothing-made = You have no open challenge. { $command } makes one.
refused-challenge-closed = That challenge is closed. { CODE("/challenge") } makes a new one.
refused-challenge-taken = Somebody else has already accepted that invitation. { CODE("/challenge") } makes a new one.
refused-challenge-expired = That challenge has expired: nobody answered it in time. { CODE("/challenge") } makes a new one.
refused-rematch-expired = That challenge has expired: nobody answered it in time. { CODE("/rematch", $game) } makes a new one.
refused-invitation-expired = That invitation has expired: it was accepted, but the game was not started in time. { CODE("/challenge") } makes a new one.
refused-challenger-blocked = You have blocked { $name }, so you cannot accept that challenge. { CODE("/unblock", $name) } lifts that; then accept again.
refused-challenge-accepted = That challenge has already become game { $game }. { CODE("/board", $game) } shows it.
refused-challenge-for-another = That challenge is for { $name }. { CODE("/challenge") } makes one of your own.
refused-challenge-for-anyone = That challenge is open to anyone. If you do not want it, just leave it.
refused-own-challenge = That is your own challenge; somebody else must accept it. { CODE("/cancel", $challenge) } withdraws it.
refused-not-the-challenger = Only the challenger can withdraw a challenge. { CODE("/decline", $challenge) } declines one made to you.
refused-challenged-self = You cannot play against yourself. { CODE("/play") } plays the computer.
refused-nobody-named = You know nobody called { $name }: a name finds people who write in a chat with you, or whom you have played. { CODE("/challenge") } without a name makes an invitation that you can send.
refused-several-named = Several people you know are called { $name }. { CODE("/challenge") } without a name makes an invitation that you can send.
refused-cannot-reach = { $name } cannot be reached in private: nobody wrote to the bot from there, or it is blocked. Challenge { $name } in a chat that you share; { CODE("/challenge") } alone makes an invitation to send.
refused-too-many-invitations-tried = Several invitations in a row were wrong. { $minutes ->
    [one] Wait a minute
   *[other] Wait { $minutes } minutes
}, then open the link that you were sent, or copy its whole command.
refused-only-administrators-set = Only administrators of this chat can change this: { $option }. In a private chat with the bot you choose how the board looks.
refused-only-players-set = Only administrators of this chat, and people who have played ten turns here against a person, can change this: { $option }. In a private chat with the bot you choose how the board looks.
refused-cannot-block = { $name } cannot be blocked. { CODE("/block") } with a name blocks a person.
refused-not-blocked = You have not blocked { $name }. { CODE("/block") } alone lists those you have.
refused-too-many-games = You already have { $limit } open games, which is the limit. Finish one first.
refused-too-many-challenges = You already have { $limit } open challenges, which is the limit. Withdraw one first: { CODE("/cancel") }.
refused-too-many-of-theirs = { $name } already has { $limit } open games, which is the limit. The game can begin when one of them is over.
refused-challenge-changed = That challenge has changed meanwhile: somebody else has accepted it, or nobody has any more. Its card says who; { CODE("/decline", $challenge) } opens it again.
refused-too-fast = Too fast, so nothing was done. Try again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refused-chat-full = Many new boards and cards have been posted here lately. Try again in { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
}, or play in a private chat with the bot.
refused-challenged-often = { $name } has been challenged often lately. Try again in { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
}.
refused-rules = There is no game called { $name }. The games are { $names }.
refused-rules-or-level = There is no game called { $name }. The games are { $names }; the computer’s levels are { $levels }.
refused-game-pauses = Game { $game } is paused. { CODE("/resume", $game) } ends the pause, and then you can play on.
refused-not-paused = Game { $game } is not paused. { CODE("/pause", $game) } offers your opponent a pause.
refused-no-pause = The computer waits for you as long as you like. No pause is needed.
refused-past-holiday = Holidays are whole days from today on, with the first day first. Write them like { CODE("/holidays", holidays-example) }.
refused-far-holiday = Holidays can be announced at most a year before they begin. Choose earlier days.
refused-holiday-overlaps = You have already announced holidays for some of these days. { CODE("/holidays") } shows them, and can end them.
refused-holiday-too-long = Of your 30 days of holidays in { $year }, { $left ->
    [0] none is left
    [one] one is left
   *[other] { $left } are left
}. Choose fewer days.
refused-too-many-holidays = You have announced holidays several times already, and each time your opponents are told. You can do so again in { $hours ->
    [one] an hour
   *[other] { $hours } hours
}.
refused-no-holiday = You have no holidays to end. { CODE("/holidays", holidays-example) } announces some.
refused-no-clock = Game { $game } is played without a clock, so nobody runs out of time. { CODE("/challenge") } can agree on a clock.
refused-own-time = It is you who is to act, so there is nothing to claim. { CODE("/board", $game) } shows the board.
refused-not-out-of-time = { $name } still has time. You are told when it has run out, and can then claim the game.
refused-no-hints = No hints were agreed on for this game. { CODE("/challenge hints") } asks for a game with hints; against the computer ({ CODE("/play") }) you always have them.
refused-hint-waits = The hint that you asked for is still being worked out. It comes by itself.
refused-frame = There is no turn { $frame } in this game. { $command } takes the number of a turn, start, end or all.
refused-setting = There is no setting { $option }. The settings are { $names }.
refused-value = { $name } cannot be set to that. It can be { $values }.
refused-no-such-hours = I cannot read these hours. For example, { CODE("/settings quiet 22-8") } means from 22:00 to 8:00.
refused-no-such-time = I cannot read this time. For example, { CODE("/settings digest 09:00") } sends you the list at nine in the morning.
refused-no-private-chat = I cannot write to you in private. Open a private chat with me, send { CODE("/start") } there, and try again.
refused-no-zone = For that I need to know your time zone. Set it first, in a private chat with me, like this: { CODE("/settings zone Europe/Berlin") }.
refused-name-looks-taken = Choose another name: this one looks like another player’s. { CODE("/settings name off") } brings back the name of your account.
refused-no-such-name = Nothing of that name can be seen. Type one with letters or digits; { CODE("/settings name off") } gives you the name of your account.
refused-no-such-zone = I know no time zone called { $typed }. { CODE("/settings zone Europe/Berlin") } would work, or just the name of a city.
refused-several-zones = Several time zones are called { $typed }. One of these would work: { $names }.
refused-no-cube = { $ruleset } is played without a doubling cube. These games can have one: { $names }.
refused-no-cube-to-one-point = A match to one point has no doubling cube. Leave the cube out, or play to more points.
refused-not-extended = Koks and home mars cannot be added to { $ruleset }. They can be added to { $names }.
refused-no-such-length = A match goes to 1–25 points or over 1–25 games. Write it like { CODE("to 5") } or { CODE("3 games") }.
refused-two-lengths = You typed two lengths, but a match has one. Write { CODE("to 5") } or { CODE("3 games") }.
refused-no-such-clock = A clock counts whole hours, from 1 hour to 60 days. Write it like { CODE("3 days") }, { CODE("bank 7d+1d") } or { CODE("no clock") }.
refused-two-clocks = You typed two clocks, but a game has one. Write { CODE("3 days") }, { CODE("bank 7d+1d") } or { CODE("no clock") }.
refused-no-clock-against-computer = The computer waits for you as long as you like, so there is no clock against it. With people you can agree on one: { CODE("/challenge") }.
refused-not-a-starter = Only one of the two who play can begin. Write { CODE("first me") } or { CODE("first opponent") }.
refused-double-no-cube = There is no cube in this game. { CODE("/challenge cube") } agrees on one; after someone comes to one point short, it is out for one game.
refused-double-rolled = You can double only before you roll. Your next chance comes with your next turn.
refused-double-owned = Your opponent owns the cube and alone may double now. { CODE("/roll", $game) } rolls the dice.
refused-double-highest = The cube is at 64 and goes no higher. { CODE("/roll", $game) } rolls the dice.
refused-nothing-doubled = No double is waiting for an answer in game { $game }. { CODE("/board", $game) } shows the board.
refused-double-waits = First answer the double. { CODE("/take", $game) } takes it, { CODE("/drop", $game) } drops it.
refused-nothing-to-choose = There is no opening roll to decide about in game { $game }. { CODE("/board", $game) } shows the board.
refused-choice-waits = First decide about the opening roll. { CODE("/keep", $game) } keeps it, { CODE("/reroll", $game) } rolls again.
refused-match-goes-on = The match is not over yet, so there is no rematch. { CODE("/continue", $game) } begins its next game.
refused-match-is-over = The match is over, so it has no next game. { CODE("/rematch", $game) } asks for another match.
refused-next-begun = The next game of the match has already begun: { $game }. { CODE("/board", $game) } shows it.
refused-no-next = No match of yours is waiting for its next game. { $command } begins a new one.
thread-which = It is not clear which of your games you mean. { $command } lists them; add a game’s short name after this command.
refused-expired = That question is no longer open. Give the command again.
refused-nothing-typed = Which move? Type it like this: { $command }.
refused-failed = Something went wrong on our side; nothing was changed. Please try again.

## Moves that cannot be made

illegal = { $why } { $way }
illegal-after = If { $moves } is played first: { $text }
illegal-left-over = { $moves } plays the whole roll, so nothing is left to play from { $start }. Type { $moves } alone, or something else.
way-from = You can move { $moves }.
way-by = From { $start } you can play { $moves }.
way-by-die = { $die }: { $move }
way-or = { $first } or { $last }
why-no-checker = You have no checker on { $start }.
why-no-checker-on-bar = You have no checker on the bar.
why-others-checker = The checker on { $start } is your opponent’s.
why-no-such-die = No die moves a checker from { $start } to { $stop }.
why-die-used = The die for { $start }/{ $stop } has been played already.
why-blocked = { $move } is blocked: { $holder ->
    [w] White
   *[b] Black
} holds { $point }.
why-stop-blocked = { $move } is blocked on the way: { $holder ->
    [w] White
   *[b] Black
} holds { $point }.
why-head = No more checkers may leave the head in this turn.
why-full-roll = After { $move } you could not play your other dice, and you must if you can.
why-higher-die = Only one of the dice can be played, and it must be the higher one.
why-prime = { $move } would build a wall of six with no opposing checker past it.
why-home-prime = { $move } would build a wall of six in front of an opposing checker while none is in its own home.
why-not-home = You can bear off only when all your checkers are home.
why-bar-first = Your checkers on the bar must enter first.
why-checker-behind = With this die the checker farther back, on { $point }, must move first.
why-backwards = Checkers do not move that way: from { $start } you cannot get to { $stop }.
why-turn-complete = Your turn is complete. { $done } ends it, { $undo } takes a move back.
why-nothing-possible = No checker can move with this roll. { $done } ends your turn.
why-no-hit = Nothing is hit on { $point }, so leave out the star there.
why-not-a-pass = A move is possible, so you cannot pass.
why-incomplete = More dice can be played.
not-understood = I don’t read { $text } as a move. Write it from point to point, like 24/18 13/8.

## The rules behind them, as /why names them

why-possible = You can play that.
why-possible-ways = You can play that in several ways: { $moves }.
why-where-prime = The wall would stand on { $points }.
why-not-rolled = The dice have not been rolled yet. Ask after the roll.
answer-to-another = It is { $name }’s turn, with { $roll }. The answer would be:
rule-own = The rule: you move your own checkers only.
rule-dice = The rule: each die moves one checker by its number, and is played once.
rule-closed = The rule: a point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rule-closed-twice = The rule: a point with two or more opposing checkers is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rule-way = The rule: both sides go the same way round, White from 24 down to 1, Black from 12 down to 1 and on from 24 to 13.
rule-way-against = The rule: the sides go against each other, White from 24 down to 1, Black from 1 up to 24.
rule-full-roll = The rule of the full roll: as many dice as can be played must be played.
rule-higher-die = The rule of the higher die: where only one of two dice can be played, it is the higher if it can be.
rule-pass = The rule of the pass: a turn is passed only if no checker can move.
rule-complete = The rule: a turn is complete when no die is left that could be played.
rule-head-stopped = The rule of the head: one checker a turn may leave it; on the first turn two with 3-3, 4-4 or 6-6, if the opponent’s head is what stops the first.
rule-head-first = The rule of the head: one checker a turn may leave it; on the first turn two with 3-3, 4-4 or 6-6.
rule-head-doubles = The rule of the head: one checker a turn may leave it, and two with any doubles.
rule-prime = The rule of the wall: six points in a row need an opposing checker past them when the turn ends.
rule-prime-every-move = The rule of the wall: six points in a row need an opposing checker past them after every single move.
rule-home-prime = The rule of the wall: six points in a row before an opposing checker need another one in its own home.
rule-home = The rule of bearing off: it begins when all fifteen checkers are home.
rule-behind = The rule of bearing off: the exact number bears off from its point, a larger one from the rearmost point only.
rule-bar = The rule of the bar: checkers on the bar enter before any other moves.
rule-star = The rule of notation: a star marks a hit.

## Links that show a board

share-link = Whoever has this link sees the board of game { $game }: { $link }
share-link-inside = In Telegram this one opens it at once: { $link }
share-command = Whoever sends me { $command } sees the board of game { $game }, in any chat.
share-command-too = In any chat { $command } shows the board, too.
share-sees = Spectators can only look, and never see a turn before it is complete. Either player can end this at any time.
share-ended-in-chat = Game { $game } is shown to its two players alone again. { $command } makes a link to it.
share-ended = The link to game { $game } no longer works. { $command } makes a new one.
button-share = Share
button-share-off = Stop sharing
button-look-again = Look again
refused-no-such-share = This link leads to no board: part of it is missing, or it no longer works. Ask one of the players for a new one; { CODE("/share") } makes it.
refused-not-shared = There is no link to game { $game }. { CODE("/share", $game) } makes one.
refused-too-many-shares-tried = Several links in a row led to no board. { $minutes ->
    [one] Wait a minute
   *[other] Wait { $minutes } minutes
}, then copy the whole command that you were sent.

## The lobby

lobby-challenges = { $challenger } challenges you
lobby-seeks = { $challenger } is looking for an opponent
lobby-own-challenges = You are waiting for { $opponent }
lobby-own-seeks = You are waiting for anyone
lobby-taken = { $taker } has accepted. Is it who you meant?

## Accounts of one person

link-code = Send { $command } to me in private from your other account, on another platform, within ten minutes.
link-secret = Then both accounts are asked before anything is linked. Tell nobody the code: whoever types it asks to play as you.
link-seat = Your seat at the local table can be opened in another browser, too: press { $button }.
link-seat-address = This link opens your seat at the local table. Open it, within ten minutes, in the browser where you want to play: { $address }
link-seat-fragment = This opens your seat at the local table. Open the table in the browser where you want to play, put this behind its address within ten minutes, and press Enter: { $fragment }
link-seat-secret = It works once. Send it to nobody: whoever opens it plays as you. That browser loses the seat if these accounts are separated.
link-seat-here = You are at the table. The menu below your name opens your seat on another device.
link-no-seat = You have no seat at the local table. Sit down there and send me { $command }: then both accounts are one player.
link-seat-removed = Your seat at the local table is there no more. Send { $part } to part with it, sit down there anew and send me { $command }: then both accounts are one player.
link-elsewhere = I tell codes in private only: send { $command } to me there.
link-void = Others can read along here, so this code is void now. Ask for a new one with { $command } in private, and type it in private.
link-account = { $name } ({ $platform })
link-is-of = This code is that of { $account }.
link-was-typed = { $account } has typed your code.
link-calls = { $name }, a question about your account:
link-means = If you link, you are one player: { $account } can do everything as you and plays your games ({ $mine }), and you play those of { $account } ({ $theirs }).
link-sure = Link only an account that is your own; if somebody else asked you for this, press No. All accounts are told, and { $command } undoes it for seven days.
link-games = { $count ->
    [0] none now
    [one] 1 game
   *[other] { $count } games
}
link-games-against = { $games }, against { $names }
link-other-asked = Now { $account } is asked in private. Nothing is linked before that account says yes, within an hour.
link-linked = { $accounts } are one player now, called { $name }, with the games and settings of both. Within seven days { $command } undoes it whole.
link-undone = { $one } and { $other } are separate players again. Games that were begun while they were one stay with the one that is known for longer.
link-refused = Nothing was linked.
button-link-yes = Yes, that is me
button-link-no = No
button-link-seat = Open my seat
button-unlink = Make them two again
unlink-ask = { $accounts } are one player. Make two players of the accounts that you linked last? Each gets back what was its own; what was begun since stays with the one that is known for longer.
unlink-which = Which account is to begin anew as a player of its own? All games stay with the others.
unlink-kept = Your accounts stay one player.
unlink-undone = Your accounts are separate players again. Each of them is told.
unlink-taken-out = The account ({ $platform }) is a player of its own now and begins anew. Each account is told.
refused-no-such-link-code = No such code is waiting: it was mistyped, used, replaced, or is older than ten minutes. { CODE("/link") } on your other account makes a new one.
refused-own-link-code = This code is your own. Type it on your other account, on another platform.
refused-too-many-link-codes = You have had three codes today. { $hours ->
    [one] Ask again in an hour
   *[other] Ask again in { $hours } hours
}.
refused-same-platform = Both of you have an account here already: { $platform }. One player can have one account on each platform.
refused-have-played = You and { $name } have played or challenged each other, so you cannot become one player. Withdraw a challenge that waits; what was played stays.
refused-no-such-link = This was answered, undone, or took too long. { CODE("/link") } begins anew.
refused-nothing-to-unlink = You have one account only, so there is nothing to separate. { CODE("/link") } links another one.
refused-history-stays = All games stay with your first account ({ $platform }). It can be separated only from there, so that nobody else can take its games.
refused-too-many-codes-tried = Several codes in a row were wrong. { $minutes ->
    [one] Wait a minute
   *[other] Wait { $minutes } minutes
}, then type the whole code as your other account was told it.
