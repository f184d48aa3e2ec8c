### Refusals: what is wrong, and what would work. The refusal with the code CODE has the message refused-CODE.

## Games, challenges, settings and everything else

refused-no-private = I cannot write to you in private. Allow private messages, or write to me there first; then { $command } begins a game there.
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
refused-own-offer-waits = Your offer is still waiting for { $name }’s answer. It lapses if { $name } plays on instead, and { CODE("/cancel", $game) } withdraws it.
refused-offer-withdrawn = You have just withdrawn an offer. You can make another once a turn has been played.
refused-nothing-offered = You are offering nothing in game { $game }: the offer was answered, or there was none. { CODE("/draw", $game) } offers a draw.
refused-no-offer = Nothing is offered to you in game { $game }. { CODE("/draw", $game) } offers a draw.
refused-offer-is-over = That offer in game { $game } has been answered, was withdrawn, or has lapsed. { CODE("/draw", $game) } offers a draw.
refused-cannot-resign = You cannot resign game { $game } for that. You can resign for: { $ways }.
refused-cannot-lose = You have borne off all your checkers in game { $game } and can no longer lose it. Only your opponent’s last turn is still to come.
refused-resign-way = { $command } ({ $grade })
refused-no-such-challenge = There is no challenge { $challenge }. { CODE("/challenge") } makes one.
refused-nothing-waits = Nothing is waiting for your answer. { $command } challenges somebody.
refused-nothing-made = You have no open challenge. { $command } makes one.
refused-nothing-to-withdraw = You have no open challenge and no offer that waits. { $command } makes a challenge.
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
refused-nobody-named = You know nobody called { $name }: a name finds people who write in a chat with you, or whom you have played. { CODE("/challenge") } without a name lets you make an invitation to send.
refused-unknown-words = I don’t know { $typed } here. A challenge may name a player, a game, a length ({ CODE("to 5") }), { CODE("cube") } or { CODE("no cube") }, a clock ({ CODE("3 days") }), { CODE("hints") } and which player begins ({ CODE("first me") }).
refused-several-named = Several people you know are called { $name }. { CODE("/challenge") } without a name lets you make an invitation to send.
refused-cannot-reach = { $name } cannot be reached in private: nobody wrote to the bot from there, or it is blocked. Challenge { $name } in a chat that you share; { CODE("/challenge") } alone lets you make an invitation to send.
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
refused-expired = That question is no longer open. Give the command again.
refused-nothing-typed = Which move? Type it like this: { $command }.
refused-failed = Something went wrong on our side; nothing was changed. Please try again.

## Accounts of one person

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

## Links that show a board

refused-no-such-share = This link leads to no board: part of it is missing, or it no longer works. Ask one of the players for a new one; { CODE("/share") } makes it.
refused-not-shared = There is no link to game { $game }. { CODE("/share", $game) } makes one.
refused-too-many-shares-tried = Several links in a row led to no board. { $minutes ->
    [one] Wait a minute
   *[other] Wait { $minutes } minutes
}, then copy the whole command that you were sent.
refused-forget-shared = This would delete all that is stored about you, which the others here need not read. Send { $command } in a private chat with the bot.
refused-export-shared = The file has all that is stored about you, and nobody else should get it. Send { $command } in a private chat with the bot.

## Analyses

refused-analysis = Game { $game } is still being played, and an analysis would be a hint. Ask for it when the game is over.
refused-analysis-record = This record breaks off before the end, and only finished games are analysed. { $command } shows it.
refused-analysis-played = This record begins with the dice of a game that is still being played here, and an analysis would be a hint. Ask for it when that game is over.
refused-part = There is no part { $part } in an analysis. { $command } takes 1, 2 or 3, all or deep.
refused-stop = Somebody else is waiting for this analysis, so it goes on. Whoever asked for it can stop it.

## A person’s own data

refused-still-plays = New games begin as fast as I resign the old ones, so nothing was deleted. Try { CODE("/forget") } again in a moment.
refused-opponent-forgotten = Your opponent has left and plays no more. { CODE("/challenge") } challenges somebody else.
refused-too-many-exports = You have had several such files today. { $hours ->
    [one] You can have another in an hour.
   *[other] You can have another in { $hours } hours.
}

## Puzzles

refused-no-such-puzzle = There is no such puzzle here. { CODE("/puzzle") } gives you one.
refused-puzzle-is-over = The solution of this position is out already. { CODE("/puzzle") } gives you one for yourself.

## Bans, draining and announcements

refused-draining = The bot is about to be upgraded, so no new games and challenges begin now. Games that are being played go on. Try again in a while.
refused-banned = Those who run this bot have excluded you from challenges. The games that you are playing go on.
refused-opponent-banned = { $name } takes part in no new challenges. { CODE("/challenge") } challenges somebody else.
refused-cannot-ban = Neither yourself nor the computer can be banned. Name another person.
refused-already-announced = This very text was announced already, and every chat gets it once. Change it to announce it again.
