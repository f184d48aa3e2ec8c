### The board’s message: what happened, what is next, the end, buttons, and the board in words.

board-head = ⚪ { $white } – { $black } ⚫ · pips { $white-pips } and { $black-pips } · { $rules } · { $game }
# The heading of a board that a newer one has replaced.
board-head-past = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
# The text to which an old board shrinks: its game and the last turn.
board-shrunk = { $game } · { $line }
head-points = { $rules }, to { $points }, { $score }
head-games = { $rules }, game { $number } of { $games }, { $score }
head-level = { $rules }, { $level } level

## What happened, line by line

event-opening = For the start { $white } rolled { $white-dice } and { $black } rolled { $black-dice }, so { $white } plays White and begins.
event-begun = { $white } plays White and begins.
event-crawford = Crawford game: no doubling.
event-level = { $name } plays at the { $level } level. { $play } starts a game at another: { $levels }. { $hint } shows you the best turns.
event-kept = { $name } keeps the opening roll as the first roll.
event-rerolled = { $name } rolls again.
event-doubled = { $name } offers to double the game to { $value }.
event-taken = { $name } takes the double and owns the cube, now at { $value }.
event-turn = { $name } rolled { $roll } and played { $turn }.
event-forced = { $name } rolled { $roll }. Only one turn was possible: { $turn }.
event-blocked = { $name } rolled { $roll } and had to pass: no checker can move by { $high } or by { $low }.
event-blocked-double = { $name } rolled { $roll } and had to pass: no checker can move by { $high }.
event-bar = { $name } rolled { $roll } and had to pass: no checker can enter from the bar.
event-prime = { $name } rolled { $roll } and had to pass: the only moves would have built a forbidden wall of six.
event-race = The sides can no longer hinder each other, so the rest is played automatically.
event-draw-offered = { $name } offers a draw.
event-draw-refused = { $name } does not agree to a draw.
event-pause-offered = { $name } offers a pause.
event-pause-refused = { $name } does not agree to a pause.
event-resumed = { $name } has ended the pause.
event-resignation-offered = { $name } offers to resign: { $grade }.
event-resignation-refused = { $name } does not accept the resignation, and the game goes on.
event-offer-withdrawn = { $name } has withdrawn the offer.
event-left-out = { $count ->
    [one] One earlier line is left out.
   *[other] { $count } earlier lines are left out.
}

## Toasts: what a press has done

toast-moved = { $moves }. Left: { $left }.
toast-possible = { $moves }. Left: { $left }. You can move { $possible }.
toast-complete = { $moves }. Press Done to end your turn.
toast-complete-later = Complete: { $moves }. The Done button follows in { $seconds } s.
toast-nothing = Nothing has been moved. Left: { $left }.
toast-rolled = You rolled { $roll }.
toast-played = You played { $turn }.
toast-passed = You had to pass.
toast-already = You have already played { $turn }.
toast-draft = You have already played { $moves }. Left: { $left }.
toast-draft-complete = You have already played { $moves }. Press Done to end your turn.
toast-follows = { $seconds ->
    [0] The board follows.
   *[other] The board follows in { $seconds } s.
}

## What comes next

next-roll = { $name }, your turn: roll the dice.
next-roll-other = { $name } is to roll.
next-roll-or-double = { $name }, your turn: roll the dice, or double first.
next-choose = { $name }, you begin: keep { $roll } as your first roll, or roll again.
next-choose-other = { $name } may keep { $roll } as the first roll, or roll again.
next-answer-double = { $name }, take the double and play on at { $value }, or drop it and lose: { $grade }.
next-answer-double-other = { $name } is to take the double or to drop it.
next-last-turn = { $white } has borne off all checkers, and { $black } has one last turn.
next-move = { $name }, your turn: 🎲 { $roll }.
next-move-other = { $name } is to play 🎲 { $roll }.
next-drafting = { $name }: 🎲 { $roll }, so far { $moves }. Left: { $left }.
next-complete = { $name }: 🎲 { $roll }, { $moves }. Press Done to end your turn.
next-program = { $name } is thinking.
next-answer = { $name }, please accept or decline the offer.
next-answer-other = { $name } is to accept or decline the offer.
next-unreached = { $name } cannot be reached at the moment: the bot may be blocked there, or private messages turned off. The game waits.
next-unreached-clock = { $name } cannot be reached at the moment: the bot may be blocked there, or private messages turned off. The clock runs all the same.
next-instead-private = The bot cannot write to you on { $platform } any more, so you are told of this game here.
board-open = Others can see this game: a chat shows it, or a link leads to it. { $command } ends that.
next-instead-shared = The chat on { $platform } that showed this game cannot be reached any more, so you are told of it here.
next-until = { $name } has until { $at }.
next-keeps = { $name } has { $time } in hand.
next-time-out = { $name } has run out of time. { $opponent }, claim the game or give two more days.
next-own-time-out = { $name }, your time has run out. { $opponent } may claim the game or give you two more days, but until then you can still play.
next-paused = The game is paused. Either of you can play on; then it is { $name }’s turn.

## The end

over-borne-off = { $winner } has borne off all checkers and wins against { $loser }: { $grade }.
over-resigned = { $loser } resigns and { $winner } wins: { $grade }.
over-draw = { $white } and { $black } agree to a draw: half a point each.
over-both-off = { $white } and { $black } have both borne off all checkers, so the game is a draw: half a point each.
over-dropped = { $loser } drops the double and { $winner } wins: { $grade }.
over-goes-on = The match of { $white } and { $black } stands { $score }. Either of them can begin the next game.
over-goes-on-program = The match of { $white } and { $black } stands { $score }. { $player } can begin the next game.
over-ends-here = The match of { $white } and { $black } stands { $score } and ends here: one of the two plays no more.
over-match-forfeited = { $loser } has lost two games in a row on time, and with them the match. { $winner } wins it at { $score }.
over-match-won = { $winner } wins the match { $score }.
over-match-drawn = The match is drawn, { $score }.
over-timeout = { $loser } ran out of time and { $winner } wins: { $grade }.
result-you-won = { $how ->
    [resigned] { $loser } resigned. You won { $prize }.
    [dropped] { $loser } dropped the double. You won { $prize }.
    [timeout] { $loser } ran out of time. You won { $prize }.
   *[off] You won { $prize }: { $off }.
}
result-you-lost = { $how ->
    [resigned] You resigned and lost { $prize }.
    [dropped] You dropped the double and lost { $prize }.
    [timeout] You ran out of time and lost { $prize }.
   *[off] You lost { $prize }: { $off }.
}
result-won = { $how ->
    [resigned] { $loser } resigned. { $winner } won { $prize }.
    [dropped] { $loser } dropped the double. { $winner } won { $prize }.
    [timeout] { $loser } ran out of time. { $winner } won { $prize }.
   *[off] { $winner } won { $prize }: { $off }.
}
result-cubed = { $prize } with the cube at { $cube }, { $points } points
result-grade-oyn = an oyn
result-grade-mars = a mars
result-grade-single = a single game
result-grade-gammon = a gammon
result-grade-backgammon = a backgammon
result-grade-koks = a koks
result-grade-home-mars = a home mars
result-you-lead = { $points ->
    [0] You lead { $score } after game { $number } of { $games }.
   *[other] You lead { $score } to { $points }.
}
result-leads = { $points ->
    [0] { $name } leads { $score } after game { $number } of { $games }.
   *[other] { $name } leads { $score } to { $points }.
}
result-level = { $points ->
    [0] It is { $score } after game { $number } of { $games }.
   *[other] It is { $score } to { $points }.
}
result-match-you-won = You won the match { $score }.
result-rematch-asked = { $name } is asked for a rematch
result-picture = { $won } The picture shows turn { $turn }, the largest swing of the game. Before it: { $board }
tally-leads = In all their games { $leader } leads { $other } { $score }.
tally-leads-points = In all their games { $leader } leads { $other } { $score }; points { $points }.
tally-level = In all their games { $leader } and { $other } are level at { $score }.
tally-level-points = In all their games { $leader } and { $other } are level at { $score }; points { $points }.
tally-drawn = { $count ->
    [one] One was drawn.
   *[other] { $count } were drawn.
}
cubed = { $grade } × { $cube } = { $points }
grade-oyn = oyn, 1 point
grade-mars = mars, 2 points
grade-single = single game, 1 point
grade-gammon = gammon, 2 points
grade-backgammon = backgammon, 3 points
grade-koks = koks, 3 points
grade-home-mars = home mars, 4 points
place-off = off
place-bar = the bar

## Buttons

button-roll = 🎲 Roll
button-undo = ↶ Take back
button-done = ✔ Done
button-more = ⋯
button-bar = bar
button-double = Double
table-double = Double to { $value }
button-take = Take
button-drop = Drop
button-keep = Keep { $roll }
button-reroll = Roll again
button-next-game = Next game
button-next-game-of = Next game, { $number } of { $games }
button-next-waiting = Next ({ $count })
button-next-here = Next
button-accept-draw = Agree to a draw
button-accept-pause = Agree to a pause
button-pause = Offer a pause
button-resume = Play on
button-accept-resignation = Accept: { $grade }
button-decline = Decline
button-claim = Claim the game
button-more-time = Give two more days
button-rematch = Rematch
button-accept-rematch = Accept the rematch
button-resign = Resign
button-draw = Offer a draw
button-analyse = Analyse
button-hint = Hint
button-profile = Our results
button-record = Record
button-replay = Replay
button-read = Board in words
button-picture = Full-size picture
button-rules = Rules of this game
button-turn-board = Turn the board
button-sound = Sound
button-settings = My settings
button-board = Show the board

## The board in words

spoken = White has { $white } ({ $white-pips ->
    [one] 1 pip
   *[other] { $white-pips } pips
}), Black has { $black } ({ $black-pips ->
    [one] 1 pip
   *[other] { $black-pips } pips
}). { $now }
spoken-short = White { $white }. Black { $black }. { $now }
spoken-place = { $count } on { $point }
spoken-bar = { $count } on the bar
spoken-off = { $count } borne off
spoken-all-off = all 15 borne off
spoken-and = { $first } and { $last }
spoken-to-move = { $side ->
    [w] White
   *[b] Black
} is to play { $roll }.
spoken-left = { $side ->
    [w] White
   *[b] Black
} is to play { $roll }, with { $count ->
    [one] 1 move
   *[other] { $count } moves
} left: { $dice }.
spoken-played = { $side ->
    [w] White
   *[b] Black
} has played { $roll } and may end the turn.
spoken-to-roll = { $side ->
    [w] White
   *[b] Black
} is to roll.
spoken-to-choose = { $side ->
    [w] White
   *[b] Black
} is to keep { $roll } or to roll again.
spoken-doubled = { $side ->
    [w] White
   *[b] Black
} is to take the double or to drop it.
spoken-cube = { $now } The cube lies in the middle at { $value }.
spoken-cube-offered = { $now } The cube is offered at { $value }.
spoken-cube-of = { $now } { $side ->
    [w] White
   *[b] Black
} owns the cube at { $value }.
spoken-over = The game is over.
spoken-won = { $side ->
    [w] White
   *[b] Black
} won: { $grade }{ $how ->
    [resigned] ; the other side resigned.
    [timeout] ; the other side ran out of time.
    [dropped] ; the other side dropped the double.
   *[other] .
}
spoken-drawn = It is a draw.

## Lines of a game’s log

log-took = takes
log-dropped = drops
log-resigned = resigns
log-drawn = a draw
log-out-of-time = out of time
log-passed = no move
log-doubled = doubles to { $value }

## The menu of a page's table: when an entry that is grey can be used

menu-when-your-turn = on your turn
menu-when-rolled = after you roll
menu-when-before-roll = before you roll
menu-when-cube = when you own the cube
menu-when-answered = once the offer is answered
menu-when-played = after the next turn
menu-when-resumed = after the pause
