### Hints: the best turns, why they are best, and the cube.

## The best turns

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

## Why the best turns: what is counted after them, and after a weaker one

hint-after = { $turns ->
    [1] After turn 1
    [2] After turns 1 and 2
   *[3] After turns 1–3
}
hint-reason = { $after }, { $reason } ({ $compared }).
hint-also = Also, { $reason } ({ $compared }).
hint-compared = turn { $place }: { $other }
hint-compared-point = turn { $place } leaves it open
hint-same = It does not matter: every turn that was looked at comes to the same.
hint-close = It matters little: no turn that was looked at costs more than { $cost }.
hint-blocks = { $count ->
    [0] your opponent can play every die with any roll
   *[other] your opponent cannot play every die with { $figure } of 36 rolls
}
hint-shuts-out = { $count ->
    [0] your opponent can move with any roll
   *[other] your opponent cannot move at all with { $figure } of 36 rolls
}
hint-slows = { $count ->
    [one] your opponent has { $figure } way to play one die
   *[other] your opponent has { $figure } ways to play one die
}
hint-stands-in-way = { $count ->
    [one] { $figure } of your points stands in the way of your opponent’s checkers
   *[other] { $figure } of your points stand in the way of your opponent’s checkers
}
hint-holds-point = { $count ->
    [one] you hold point { $point }, in the way of { $figure } of your opponent’s checkers
   *[other] you hold point { $point }, in the way of { $figure } of your opponent’s checkers
}
hint-prime = { $count ->
    [one] you hold { $figure } point ahead of your opponent’s last checker
   *[other] you hold { $figure } points in a row ahead of your opponent’s last checker
}
hint-broken-prime = { $count ->
    [0] you hold no point ahead of your opponent’s last checker
   *[other] you hold { $figure } of six points in a row ahead of your opponent’s last checker
}
hint-builds = { $count ->
    [0] no roll lets you hold five points in a row next
   *[other] you can next hold five points in a row with { $figure } of 36 rolls
}
hint-stops-prime = { $count ->
    [0] no roll of your opponent’s makes five points in a row
   *[other] your opponent can hold five points in a row with { $figure } of 36 rolls
}
hint-traps = { $count ->
    [one] { $figure } of your opponent’s checkers is behind your wall of four or more
   *[other] { $figure } of your opponent’s checkers are behind your wall of four or more
}
hint-escapes = { $count ->
    [0] no checker of yours is behind a wall of your opponent’s
    [one] { $figure } of your checkers is behind a wall of your opponent’s
   *[other] { $figure } of your checkers are behind a wall of your opponent’s
}
hint-freer = { $count ->
    [0] you can play every die next with any roll
   *[other] you cannot play every die next with { $figure } of 36 rolls
}
hint-nimbler = { $count ->
    [one] you have { $figure } way to play one die next
   *[other] you have { $figure } ways to play one die next
}
hint-opens-head = { $count ->
    [0] no checker is left on your head
    [one] { $figure } checker is left on your head
   *[other] { $figure } checkers are left on your head
}
hint-spreads = { $count ->
    [one] you hold { $figure } point outside your home
   *[other] you hold { $figure } points outside your home
}
hint-lower-stack = { $count ->
    [one] your highest stack between head and home is of { $figure } checker
   *[other] your highest stack between head and home is of { $figure } checkers
}
hint-hits = { $count ->
    [one] { $figure } checker of your opponent’s is on the bar
   *[other] { $figure } checkers of your opponent’s are on the bar
}
hint-safer = { $count ->
    [0] your opponent cannot hit you
   *[other] your opponent can hit you with { $figure } of 36 rolls
}
hint-fewer-blots = { $count ->
    [0] no checker of yours stands alone
    [one] { $figure } of your checkers stands alone
   *[other] { $figure } of your checkers stand alone
}
hint-home-points = { $count ->
    [one] you hold { $figure } point of your home
   *[other] you hold { $figure } points of your home
}
hint-anchors = { $count ->
    [one] you hold { $figure } point of your opponent’s home
   *[other] you hold { $figure } points of your opponent’s home
}
hint-comes-home = { $count ->
    [one] { $figure } of your checkers is home
   *[other] { $figure } of your checkers are home
}
hint-nearer-home = { $count ->
    [0] all your checkers are home
    [one] it takes { $figure } pip to bring all your checkers home
   *[other] it takes { $figure } pips to bring all your checkers home
}
hint-bears-off = { $count ->
    [one] { $figure } of your checkers is off
   *[other] { $figure } of your checkers are off
}
hint-fewer-rolls = { $count ->
    [1] you need { $figure } more rolls on average
   *[other] you need { $figure } more rolls on average
}
hint-saves-mars = { $grade ->
    [gammon] { $count ->
        [one] you lose a gammon in about { $figure } game of 100
       *[other] you lose a gammon in about { $figure } games of 100
    }
   *[mars] { $count ->
        [one] you lose a mars in about { $figure } game of 100
       *[other] you lose a mars in about { $figure } games of 100
    }
}
hint-keeps-mars = { $grade ->
    [gammon] { $count ->
        [one] you win a gammon in about { $figure } game of 100
       *[other] you win a gammon in about { $figure } games of 100
    }
   *[mars] { $count ->
        [one] you win a mars in about { $figure } game of 100
       *[other] you win a mars in about { $figure } games of 100
    }
}
hint-wins = { $count ->
    [one] you win about { $figure } game of 100
   *[other] you win about { $figure } games of 100
}

## The cube: whether to double, whether to take

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

## The hint on the open board: two short lines, and a sentence of at most 45 letters for each reason

hint-of-game = Game { $game }:
board-hint-best = Best: { $turn }. { $reason }
board-hint-only = Only { $turn } is possible.
board-hint-other = { $place }. { $turn } costs { $cost }.
board-hint-as-good = { $place }. { $turn } is as good.
board-hint-instead = The best turn: { $turn }.
board-hint-close = It matters little.
board-hint-next = { $turn } costs { $cost }.
board-hint-next-as-good = { $turn } is as good.
board-hint-blocks = { $count ->
    [0] Any roll can be fully played.
   *[other] { $figure } of 36 rolls cannot be fully played.
}
board-hint-shuts-out = { $count ->
    [0] Any roll can be played.
   *[other] { $figure } of 36 rolls cannot be played.
}
board-hint-slows = { $count ->
    [one] Leaves { $figure } way to play a die.
   *[other] Leaves { $figure } ways to play a die.
}
board-hint-stands-in-way = { $count ->
    [one] { $figure } point stands in the way.
   *[other] { $figure } points stand in the way.
}
board-hint-holds-point = { $count ->
    [one] Point { $point } is in the way of { $figure } checker.
   *[other] Point { $point } is in the way of { $figure } checkers.
}
board-hint-prime = Points in a row: { $figure }.
board-hint-prime-row = Points in a row: { $figure } ({ $row }).
board-hint-broken-prime = Holds { $figure } of six in a row.
board-hint-builds = { $count ->
    [0] No roll makes a wall of five next.
   *[other] A wall of five next with { $figure } of 36 rolls.
}
board-hint-stops-prime = { $count ->
    [0] No wall of five against you next.
   *[other] A wall against you with { $figure } of 36 rolls.
}
board-hint-traps = { $count ->
    [one] It holds { $figure } checker back.
   *[other] It holds { $figure } checkers back.
}
board-hint-escapes = { $count ->
    [0] No checker of yours is walled in.
    [one] { $figure } checker of yours is walled in.
   *[other] { $figure } checkers of yours are walled in.
}
board-hint-freer = { $count ->
    [0] You can play any roll next.
   *[other] { $figure } of 36 rolls do not fit next.
}
board-hint-nimbler = { $count ->
    [one] { $figure } way to play a die next.
   *[other] { $figure } ways to play a die next.
}
board-hint-opens-head = { $count ->
    [0] The head is empty.
    [one] { $figure } checker is left on the head.
   *[other] { $figure } checkers are left on the head.
}
board-hint-spreads = { $count ->
    [one] Holds { $figure } point outside home.
   *[other] Holds { $figure } points outside home.
}
board-hint-lower-stack = The highest stack is of { $figure }.
board-hint-hits = { $count ->
    [one] { $figure } checker is on the bar.
   *[other] { $figure } checkers are on the bar.
}
board-hint-safer = { $count ->
    [0] No checker can be hit.
   *[other] Hit by { $figure } of 36 rolls.
}
board-hint-fewer-blots = { $count ->
    [0] No checker stands alone.
    [one] { $figure } checker stands alone.
   *[other] { $figure } checkers stand alone.
}
board-hint-home-points = { $count ->
    [one] Holds { $figure } point of your home.
   *[other] Holds { $figure } points of your home.
}
board-hint-anchors = { $count ->
    [one] Holds { $figure } point of their home.
   *[other] Holds { $figure } points of their home.
}
board-hint-comes-home = { $count ->
    [one] { $figure } checker is home.
   *[other] { $figure } checkers are home.
}
board-hint-nearer-home = { $count ->
    [0] All checkers are home.
    [one] { $figure } pip to bring all home.
   *[other] { $figure } pips to bring all home.
}
board-hint-bears-off = { $count ->
    [one] { $figure } checker is off.
   *[other] { $figure } checkers are off.
}
board-hint-fewer-rolls = { $figure } more rolls on average.
board-hint-saves-mars = { $grade ->
    [gammon] Loses a gammon in { $figure } of 100 games.
   *[mars] Loses a mars in { $figure } of 100 games.
}
board-hint-keeps-mars = { $grade ->
    [gammon] Wins a gammon in { $figure } of 100 games.
   *[mars] Wins a mars in { $figure } of 100 games.
}
board-hint-wins = { $count ->
    [0] Wins no game.
   *[other] Wins { $figure } of 100 games.
}
