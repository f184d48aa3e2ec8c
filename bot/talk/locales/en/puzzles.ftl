### Puzzles: positions with four turns to choose from, once a day in a chat, or when a player asks.

# The letters of the four turns.
puzzle-letters = ABCD
puzzle-button = { $letter }: { $turn }
puzzle-rolled = { $rules }. { $side ->
    [w] White
   *[b] Black
} rolled 🎲 { $roll }.
puzzle-asked = { $rolled } Which turn is best?
puzzle-day = Position of the day, { $day }
puzzle-hidden = Everybody here may answer. Nobody sees your answer before the solution tomorrow.
puzzle-over = This position is closed; the solution follows below.
puzzle-noted = Noted: { $letter }. You can change it until the solution comes tomorrow, and nobody sees it before.
puzzle-of-another = Somebody else asked for this puzzle. { $command } gives you one of your own.
solution-day = Position of the day, { $day }: the solution
solution-best = { $letter }: { $turn } is best
solution-other = { $letter }: { $turn } costs { $cost } points
solution-cost = The board shows the best turn. Cost = points lost on average against it.
solution-right = { $letter } is right.
solution-wrong = { $letter } costs { $cost } points; { $best } is best.
solution-game = It happened in game { $game }: { $command }.
solution-unanswered = Nobody answered.
solution-not-found = Nobody found the best turn.
solution-found = Found by { $names }.
solution-found-more = Found by { $names } and { $count ->
    [one] one more.
   *[other] { $count } more.
}
solution-table = Table of the month, found of answered:
solution-row = { $place }. { $name }: { $found } of { $answered }
solution-last = Nobody has answered for seven days, so no more positions come. { $command } starts them again.
button-puzzle = Another puzzle

# The puzzle of the day on the web page, with a board to touch.
puzzle-title = Puzzle of the day
puzzle-to-play = { $side ->
    [w] White
   *[b] Black
} to play { $roll }. Which turn is best?
puzzle-right = { $turn } is the best turn.
puzzle-wrong = { $turn } costs { $cost } points. { $best } is best.
puzzle-worse = { $turn } costs more than { $cost } points. { $best } is best.
