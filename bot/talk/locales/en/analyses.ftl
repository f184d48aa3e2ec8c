### What a game was worth.

analysis-side = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: gives away { $error ->
    [one] 1 thousandth
   *[other] { $error } thousandths
} of a point on average in { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
} with a choice, which is { $band }. Luck: { $luck } points.
analysis-side-forced = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: never had a choice. Luck: { $luck } points.
analysis-worst = The turns that cost most:
analysis-worst-line = { $place }. Turn { $number }, { $name } with { $roll }: { $cost } points.
analysis-no-worst = Nothing was given away that can be told.
analysis-no-turns = No turn was played in this game, so there is nothing to tell.
analysis-one-ply = The boards after each turn were judged as they look. The chart shows White’s chances.
analysis-two-ply = The boards after each turn were judged by all replies to them. The chart shows White’s chances.
analysis-equity = { $grade ->
    [single] Points are equity: P(win) − P(loss).
    [gammon] Points are equity: P(win) + P(gammon) − P(loss) − P(lost gammon).
   *[mars] Points are equity: P(win) + P(mars) − P(loss) − P(lost mars).
}
analysis-cube = The cube is left out: costs are as at 1, and doubles are not judged.

band-masterly = masterly
band-strong = strong
band-good = good
band-fair = fair
band-learning = how one plays who is still learning

## One turn

analysis-turn = Turn { $number } of { $last }: { $name } rolled { $roll } and played { $turn }.
analysis-better = Better was { $turn }. What was played gives away { $cost } points.
analysis-chances = { $grade ->
    [single] After it { $name } wins with { $win } %.
    [gammon] After it { $name } wins with { $win } %, a gammon with { $mars } %, and loses a gammon with { $lost } %.
   *[mars] After it { $name } wins with { $win } %, a mars with { $mars } %, and loses a mars with { $lost } %.
}
analysis-boards = Above stands what was played, below what is better.

## While it is made

analysis-begun = The analysis has begun.
analysis-made = Being analysed: { $done } of { $of } turns.
analysis-waits = { $before ->
    [one] One other analysis is made first.
   *[other] { $before } other analyses are made first.
}
analysis-stopped = The analysis was stopped.
analysis-failed = This game could not be analysed. Try again later.
analysis-busy = Too many games are being analysed just now. Try again in a minute.
refused-analysis = Game { $game } is not finished, and an analysis would be help. Ask for it when the game is over.
refused-analysis-record = This record breaks off before the end, and only finished games are analysed. { $command } shows it.
refused-part = There is no part { $part } in an analysis. { $command } takes 1, 2 or 3, all or deep.

refused-stop = Somebody else waits for this analysis, so it goes on. Who asked for it can stop it.

button-stop = Stop
button-deeper = Look deeper
button-chart = Chart

## In words, for those who hear it

analysis-spoken = White’s chances to win, by turns played: { $points }.
analysis-spoken-point = { $number }: { $chance } %
analysis-spoken-short = White’s chances to win over { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}: between { $least } % and { $most } %.
analysis-spoken-turn = Two boards: above after { $played }, which was played, below after { $better }, which is better.
analysis-spoken-before = { $told } Before: { $board }

## Below a game that is over

verdict-both = { $name } played better and rolled better.
verdict-each = { $player } played better, { $roller } rolled better.
verdict-played = { $name } played better; both rolled equally well.
verdict-rolled = Both played equally well; { $name } rolled better.
verdict-neither = Both played and rolled equally well.
