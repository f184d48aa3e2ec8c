### Endings: how a game is resigned or drawn, and which match goes on.

choose-match = Which match goes on?
sure-resign = Resign game { $game } against { $opponent }? It costs you: { $grade }.
sure-offer-resignation = Offer { $opponent } to resign game { $game } ({ $grade })? The game goes on until that is accepted.
sure-resign-lower = You can also offer { $opponent } less; the game goes on until that is accepted.
sure-draw = Offer { $opponent } a draw in game { $game }?
button-sure-resign = Resign: { $grade }
button-offer-grade = Offer: { $grade }
