### Levels of the computer, and hints.

## Levels: one word each, which may be typed after /play

level-novice = novice
level-casual = casual
level-skilled = skilled
level-strong = strong
level-best = best

## Hints

hint-thinking = Game { $game }: looking for the best turns with 🎲 { $roll }.
hint-title = The best turns with 🎲 { $roll }:
hint-best = 1. { $turn }
hint-other = { $place }. { $turn } costs { $cost }
hint-as-good = { $place }. { $turn } is as good
hint-only = With 🎲 { $roll } only one turn is possible: { $turn }.
hint-costs = The board shows turn 1. Cost = points lost on average against turn 1.
hint-made-part = You have already moved { $moves }, which belongs to the best turn.
hint-made-best = You have already moved { $moves }, which is the best turn.
hint-made = You have already moved { $moves }; { $command } takes that back.
decimal = { $whole }.{ $part }

## What the best turn does that the next best does not

hint-saves-mars = Turn 1 makes it less likely that you lose more than one point.
hint-keeps-mars = Turn 1 makes it likelier that you win more than one point.
hint-hits = Turn 1 hits a checker.
hint-hits-more = Turn 1 hits one checker more.
hint-wall = Turn 1 makes a wall of { $length } points in a row.
hint-keeps-wall = Turn 1 keeps a wall of { $length } points in a row.
hint-opens-head = Turn 1 takes more checkers off your head.
hint-bears-off = Turn 1 bears off more checkers.
hint-comes-home = Turn 1 brings more checkers home.
hint-safer = Turn 1 leaves your opponent fewer ways to hit you.
hint-blocks = Turn 1 blocks more of your opponent’s moves.
hint-freer = Turn 1 leaves you more ways to play your next dice.
hint-holds-points = Turn 1 holds more points.
hint-better = Turn 1 is better overall; no single reason stands out.
hint-close = There is almost nothing between turns 1 and 2.
