### New game: the form with which a game is chosen.

## The form

form-computer = Computer
form-friend = Friend
form-link = Link
form-anyone = Anyone here
form-submit-computer = Play
form-submit-friend = Challenge { $name }
form-submit-link = Make a link
form-submit-anyone = Offer to anyone here
form-link-made = Send this to your friend.
form-title = New game: { $rules }.
form-game = Game
form-against = Against
form-game-line = { $rules } – { $about }
form-against-whom = Who do you want to play? Name anybody else yourself: { $command }
form-against-example = /challenge NAME
form-choose-friend = Choose a friend
form-chosen = Chosen: { $terms }.
form-again = Another game
form-of-another = These buttons are somebody else’s. { $command } shows you your own.
form-in-private = Choose in private
form-where = Choose the game and everything else in our private chat, or offer { $terms } to anyone here, as last time.
form-other-choices = Other choices
form-clock-turn = { $time } a turn
form-clock-bank = { $start } + { $more } a turn
play-usual = You play { $terms }.
form-level = Level
form-length = Length
form-clock = Clock
form-first = Who begins
form-cube = Doubling cube
form-extended = Koks and home mars
form-hints = Hints
form-short-level = Level
form-short-length = Length
form-short-clock = Clock
form-short-first = First
form-short-cube = Cube
form-short-extended = Koks
form-short-hints = Hints
form-points = to { $points } { $points ->
    [one] point
   *[other] points
}
form-games = { $games } { $games ->
    [one] game
   *[other] games
}
form-no-clock = no clock
form-first-lot = by lot
form-first-me = me
form-first-opponent = the opponent

## What sets each game apart, in one line

form-name-long = Long Nardy
form-name-federation = Federation rules
form-name-sport = Sport rules
form-name-narde = Narde
form-name-palm = Palm rules
form-name-nard = Nard
form-name-short = Short Nardy

form-about-long = The classic. Nothing is hit, and one checker a turn leaves the head.
form-about-federation = As the classic, but Black has a last turn. Draws are possible.
form-about-sport = The dice for the start are the first roll. Walls count in every move.
form-about-narde = To 5 points. The winner begins the next game.
form-about-palm = Two may leave the head with any doubles. Wins count up to 3.
form-about-nard = The old Persian game. Single checkers are hit, doubles are two moves.
form-about-short = Backgammon. Single checkers are hit and come in again.
