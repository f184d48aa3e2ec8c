### Levels of the program, and hints.

## Levels: one word each, which may be typed behind /play

level-novice = novice
level-casual = casual
level-skilled = skilled
level-strong = strong
level-best = best

## Hints

hint-thinking = Game { $game }: the best turns with 🎲 { $roll } are being thought out.
hint-title = The best turns with 🎲 { $roll }:
hint-best = 1. { $turn }
hint-other = { $place }. { $turn } costs { $cost }
hint-as-good = { $place }. { $turn } is as good
hint-only = With 🎲 { $roll } only one turn is possible: { $turn }.
hint-costs = The board shows the first. The costs are points (equity): so much less a turn is worth on average than the first.
hint-made-part = You have already moved { $moves }, which belongs to the best turn.
hint-made-best = You have already moved { $moves }, which is the best turn.
hint-made = You have already moved { $moves }; { $command } takes that back.
decimal = { $whole }.{ $part }

## What the best turn does that the next best does not

hint-saves-mars = The first makes it less likely that you lose more than one point.
hint-keeps-mars = The first makes it likelier that you win more than one point.
hint-hits = The first hits a checker.
hint-hits-more = The first hits one checker more.
hint-wall = The first makes a wall of { $length } points in a row.
hint-keeps-wall = The first keeps a wall of { $length } points in a row.
hint-opens-head = The first takes more checkers off your head.
hint-bears-off = The first bears off more checkers.
hint-comes-home = The first brings more checkers home.
hint-safer = The first leaves your opponent fewer ways to hit you.
hint-blocks = The first stands more in your opponent’s way.
hint-freer = The first leaves you more ways to play your next dice.
hint-holds-points = The first holds more points.
hint-better = The first stands better on the whole.
hint-close = There is next to nothing between the first two.
