### Games shown again.

replay-title = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
replay-frame = { $number } of { $last }
replay-pass = { $name } rolled { $roll } and had to pass.
replay-doubled = { $name } doubles to { $value }.
replay-took = { $name } takes the double, and the cube shows { $value }.
replay-over-dropped = { $loser } drops the double and { $winner } wins: { $grade }.
replay-unfinished = The game is not finished.
replay-white = White
replay-black = Black
replay-alt = The game of { $white } and { $black } as a moving picture, { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}.
button-film = As a film

film-making = The film is being made: { $made } of { $of }.
film-busy = Too many films are being made just now. Try again in a minute.
film-failed = The film could not be made. Step through the game with the arrows, or try again.
