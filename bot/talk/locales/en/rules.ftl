### Rules: the games’ names and their rules.

## Names of the games

rules-long = Long Nardy
rules-federation = Long Nardy, Federation rules
rules-sport = Long Nardy, sport rules
rules-narde = Narde
rules-palm = Long Nardi, Palm rules
rules-nard = Nard
rules-short = Short Nardy (backgammon)

## The page of a game’s rules

rules-text = { $rules }: { $text }
rules-choose = Other games: { $names }.
rules-about-long = the classical game. One checker a turn may leave the head, and two on the first turn with 3-3, 4-4 or 6-6, if the opponent’s head is what stops the first one. A wall of six is judged at the end of the turn and needs an opposing checker past it.
rules-about-federation = as the classical game, but if White finishes first Black has one last turn, and if that finishes Black too the game is a draw, half a point each.
rules-about-sport = as the classical game, but two checkers may leave the head on the first turn with 3-3, 4-4 or 6-6 whatever stops the first, no single move may build a forbidden wall, and the two dice rolled for the start are the first roll.
rules-about-narde = as the classical game, but two checkers may leave the head on the first turn with 3-3, 4-4 or 6-6 whatever stops the first. The winner begins the next game.
rules-about-palm = as the classical game, but with any doubles two checkers may leave the head, on every turn. A wall of six with an opposing checker behind it needs one opposing checker in its own home. Who starts keeps the two dice rolled for the start as the first roll ({ $keep }), or rolls again ({ $reroll }).
rules-about-nard = the old Persian game. The sides travel against each other, a single checker can be hit and enters again from the bar, and doubles are two moves.
rules-about-short = backgammon. The sides travel against each other, a single checker can be hit and enters again from the bar. The two dice rolled for the start are the first roll.
rules-closed = A point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rules-closed-twice = A point with two or more opposing checkers is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rules-higher-die = As many dice as can be played must be played; where either of two can but not both, the higher must be.
rules-either-die = As many dice as can be played must be played; where either of two can but not both, you choose.
rules-bearing-off = When all 15 are home, the exact number bears a checker off, a larger one only from the rearmost point.
rules-score-oyn-mars = A win counts 1 point, an oyn, or 2, a mars, if the loser has borne off none.
rules-score-backgammon = A win counts 1 point; 2, a gammon, if the loser has borne off none; 3, a backgammon, if the loser also has a checker in the winner’s home.
rules-score-backgammon-bar = A win counts 1 point; 2, a gammon, if the loser has borne off none; 3, a backgammon, if the loser also has a checker in the winner’s home or on the bar.
rules-score-one = Every win counts 1 point.
rules-undo = Until you end your turn, { $last } takes back its last move, { $two } the last two, { $all } every one.

## Single rules, as /why names them behind an illegal move

rule-own = The rule: you move your own checkers only.
rule-dice = The rule: each die moves one checker by its number, and is played once.
rule-closed = The rule: a point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rule-closed-twice = The rule: a point with two or more opposing checkers is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it.
rule-way = The rule: both sides go the same way round, White from 24 down to 1, Black from 12 down to 1 and on from 24 to 13.
rule-way-against = The rule: the sides go against each other, White from 24 down to 1, Black from 1 up to 24.
rule-full-roll = The rule of the full roll: as many dice as can be played must be played.
rule-higher-die = The rule of the higher die: where only one of two dice can be played, it is the higher if it can be.
rule-pass = The rule of the pass: a turn is passed only if no checker can move.
rule-complete = The rule: a turn is complete when no die is left that could be played.
rule-head-stopped = The rule of the head: one checker a turn may leave it; on the first turn two with 3-3, 4-4 or 6-6, if the opponent’s head is what stops the first.
rule-head-first = The rule of the head: one checker a turn may leave it; on the first turn two with 3-3, 4-4 or 6-6.
rule-head-doubles = The rule of the head: one checker a turn may leave it, and two with any doubles.
rule-prime = The rule of the wall: six points in a row need an opposing checker past them when the turn ends.
rule-prime-every-move = The rule of the wall: six points in a row need an opposing checker past them after every single move.
rule-home-prime = The rule of the wall: six points in a row before an opposing checker need another one in its own home.
rule-home = The rule of bearing off: it begins when all fifteen checkers are home.
rule-behind = The rule of bearing off: the exact number bears off from its point, a larger one from the rearmost point only.
rule-bar = The rule of the bar: checkers on the bar enter before any other moves.
rule-star = The rule of notation: a star marks a hit.
