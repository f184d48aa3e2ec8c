### Endings: how a game is resigned or drawn, and which match goes on.

choose-match = Which match goes on?
sure-resign = Resign game { $game } against { $opponent }? It costs you: { $grade }.
sure-offer-resignation = Offer { $opponent } to resign game { $game } ({ $grade })? The game goes on until that is accepted.
sure-resign-made = The moves that you have made this turn stay on the board: { $moves }.
sure-resign-lower = You can also offer { $opponent } less; the game goes on until that is accepted.
sure-draw = Offer { $opponent } a draw in game { $game }?
button-sure-resign = Resign: { $grade }
button-offer-grade = Offer: { $grade }

## Offers on a page: a sheet over the board, where each answer says what it costs

offer-double = { $name } doubles to { $value }
offer-double-take = Take, and the game counts for twice as much; the cube is yours.
offer-double-drop = Drop, and { $name } wins { $points }
offer-drop = Drop, lose { $points }
offer-draw = { $name } offers a draw
offer-draw-text = With a draw each side gets half a point
offer-pause = { $name } offers a pause
offer-pause-text = In a pause no clock runs, and either side can end it.
offer-resignation = { $name } offers to resign: { $grade }
offer-resignation-text = Accept, and you win { $points }
offer-accept = Accept
offer-declined = Decline, and the game goes on.
offer-asked = { $name } is asked.
offer-points = { $count ->
    [one] { $points } point
   *[other] { $points } points
}
offer-ends-match = { $what }: { $score }.
offer-score-points = { $score } to { $points }
offer-score-games = { $score } after { $number } of { $games } games
offer-score-end = { $score }, and the match is over
ask-resign = Resign this game?
ask-resign-text = The game ends at once.
ask-resign-lower = Choose what you give up. At { $grade }, the game ends at once; at less { $name } is asked and may refuse.
ask-draw = Offer a draw?
ask-pause = Offer a pause?
ask-text = { $name } is asked, and the game goes on until then.
ask-double = Double to { $value }?
ask-double-take = { $name } may take: the game then counts { $value }, and the cube changes sides.
ask-double-drop = If { $name } drops, you win { $points }
ask-play-on = Play on
ask-not-now = Not now
