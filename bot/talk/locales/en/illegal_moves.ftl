### Illegal moves: why a move cannot be made, and what can be played instead.

## Why a move is refused

choose-move = Which move do you mean?
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

## Answers of /why

why-possible = You can play that.
why-possible-ways = You can play that in several ways: { $moves }.
why-where-prime = The wall would stand on { $points }.
why-not-rolled = The dice have not been rolled yet. Ask after the roll.
answer-to-another = It is { $name }’s turn, with { $roll }. The answer would be:
