### Replays: games played again, imported and exported.

## Replays

replay-title = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
replay-frame = { $number } of { $last }
replay-pass = { $name } rolled { $roll } and had to pass.
replay-doubled = { $name } doubles to { $value }.
replay-took = { $name } takes the double, and the cube shows { $value }.
replay-unfinished = The game is not finished.
replay-points = In the file it counts { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
replay-white = White
replay-black = Black
replay-alt = The game of { $white } and { $black } as an animation, { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}.
button-animation = Animation
animation-making = The animation is being made: { $made } of { $of }.
animation-busy = Too many animations are being made just now. Try again in a minute.
animation-failed = The animation could not be made. Step through the game with the arrows, or try again.
replay-game = Game { $number } of { $games }
button-game = Game { $number }

## Imports, and what can be wrong in a record

import-how = Put the record of a game or a match after { $command }, or send it as a file with that command. This bot’s own records can be read, and .mat files of other programs. A word says which game a .mat file has: { $rules }.
import-kept = { $games ->
    [one] The game has been kept. { $command } shows it again.
   *[other] { $games } games have been kept. { $command } shows them again.
}
import-nothing = There is no game in this text. This bot’s own records can be read, which begin with a line like [Rules "long"], and .mat files of other programs.
import-too-long = The text is too long. A record of at most { $most } kB can be kept.
import-too-many = There are more than { $most } games in this text. Please send it in parts.
import-too-slow = Reading this text takes too long, so nothing was kept. Please send it in parts.
import-fault = Line { $line } cannot be read: { $text }. { $why }
import-fault-game = Game { $game }: { $text }. { $why }
import-fault-turn = Game { $game }, turn { $turn }: { $text }. { $why }
import-refused = { $fault } Nothing was kept.
import-which = Its moves fit several games. It is kept as { $rules }; if it is another game, choose it below.
fault-no-rules = The line that names the rules is missing, like [Rules "long"].
fault-rules = There is no game called { $text } here.
fault-header-twice = The line { $text } appears twice.
fault-header = A line in brackets looks like [White "Anna"], and stands before the moves.
fault-number = A line with the number { $expected } is expected here.
fault-out-of-turn = The game does not go on here: it is over, or the other side is to play.
fault-position = It begins from a position other than the set-up of a known game.
fault-opening = The opening rolls do not decide for White, or do not belong here.
fault-cube = That is not possible with the cube here.
fault-clock = A clock is written like [Clock "7d+1d<7d"], and is the same in all games of a match.
fault-scoring = This game has no such scoring.
fault-result = The result is { $expected }.
fault-no-game = It contains no game.
fault-dice = Two dice from 1 to 6 are expected here, once for a turn.
fault-length = The length of the match is missing or wrong, or differs from the game before.
fault-game = Game { $expected } should come here.
fault-unfinished = The game before has not ended.
fault-players = Each game needs the names of the same two players.
fault-score = The score before this game is { $expected }.
fault-unread = That is neither a move nor anything else that a record has.
fault-ambiguous = That move can mean more than one thing.
fault-not-one-game = It does not contain exactly one game.
fault-other-rules = All games of a match are played by the same rules.
fault-draw = .mat cannot record a draw.
fault-grade = Nobody can lose by that here.

## Records

record-title = The record of game { $game }:
record-title-games = The { $games } games of upload { $game }:
record-title-match = The record of the match with game { $game }:
button-mat = As .mat
record-no-mat = { $why } { $command } gives this bot’s own record of it.
