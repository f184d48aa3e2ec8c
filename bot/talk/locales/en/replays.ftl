### Games shown again.

replay-title = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
replay-frame = { $number } of { $last }
replay-pass = { $name } rolled { $roll } and had to pass.
replay-doubled = { $name } doubles to { $value }.
replay-took = { $name } takes the double, and the cube shows { $value }.
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

replay-game = Game { $number } of { $games }
button-game = Game { $number }

## Games that people bring

import-how = Put the record of a game or a match behind { $command }, or send it as a file with that command. It can be a record of this bot or a .mat of another program.
import-kept = { $games ->
    [one] The game is kept. { $command } shows it again.
   *[other] { $games } games are kept. { $command } shows them again.
}
import-nothing = There is no game in this text. It can be a record of this bot, which begins with a line like [Rules "long"], or a .mat of another program.
import-too-long = The text is too long. A record of at most { $most } kB can be kept.
import-too-many = There are more than { $most } games in this text. Please send it in parts.
import-too-slow = Reading this text takes too long, so nothing was kept. Please send it in parts.
import-fault = Line { $line } cannot be read: { $text }. { $why } Nothing was kept.
fault-no-rules = The line that names the rules is missing, like [Rules "long"].
fault-rules = There is no game called { $text } here.
fault-header-twice = The line { $text } stands twice.
fault-header = A line in brackets looks like [White "Anna"], and stands before the moves.
fault-number = A line with the number { $expected } is expected here.
fault-out-of-turn = The game does not go on here: it is over, or the other side is to play.
fault-opening = The opening throws do not decide for White, or do not belong here.
fault-cube = That is not possible with the cube here.
fault-clock = A clock is written like [Clock "7d+1d<7d"], and is the same in all games of a match.
fault-scoring = This game has no such scoring.
fault-result = The result is { $expected }.
fault-no-game = There is no game in it.
fault-dice = Two dice from 1 to 6 are expected here, once for a turn.
fault-length = The length of the match is missing, is none, or is another than in the game before.
fault-game = Game { $expected } is expected here.
fault-unfinished = The game before has not ended.
fault-players = Each game needs the names of the same two players.
fault-score = The score before this game is { $expected }.
fault-unread = That is neither a move nor anything else that stands in a record.
fault-ambiguous = That move can mean several.
fault-not-one-game = There is not exactly one game in it.
fault-other-rules = All games of a match are played by the same rules.
fault-draw = The form of other programs knows no draws.
fault-grade = Nobody can lose by that here.

## Records for other programs

button-mat = As .mat
record-no-mat = { $why } { $command } gives it as a record of this bot.
