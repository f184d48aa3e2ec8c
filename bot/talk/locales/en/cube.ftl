### The cube: hints about it.

## Before a roll: whether to double, whether to take

cube-hint-thinking = Game { $game }: working out what a double is worth.
cube-hint-close = { $advice } There is almost nothing in it.
cube-hint-no-double = Roll: it is too early to double.
cube-hint-take = Double: your opponent should take.
cube-hint-drop = Double: your opponent should drop.
cube-hint-too-good = Roll: you stand too well to double. Play on for more than a dropped double brings.
cube-hint-takes = Take the double.
cube-hint-drops = Drop the double.
cube-hint-doubles-points = Points you win on average: { $roll } without a double, { $take } if it is taken, { $drop } if it is dropped.
cube-hint-answers-points = Points you win on average: { $take } if you take, { $drop } if you drop.
cube-hint-doubles-match = You win the match: { $roll } % without a double, { $take } % if it is taken, { $drop } % if it is dropped.
cube-hint-answers-match = You win the match: { $take } % if you take, { $drop } % if you drop.
