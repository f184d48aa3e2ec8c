### Analyses: how well a finished game was played.

analysis-side = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: average loss { $error } ± { $uncertainty } a turn ({ $turns ->
    [one] 1 decision
   *[other] { $turns } decisions
}): { $band }. Luck { $luck }.
analysis-side-forced = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: never had a choice. Luck { $luck }.
analysis-bands = between { $best } and { $worst }
analysis-balance = { $result } for { $name } came from: luck { $luck }, mistakes { $errors }, the first move { $opening }{ $ended ->
    [0] {""}
   *[other] , the end { $ending }
}, the rest { $rest } (seen only later). Without the luck: { $without }.
analysis-worst = The costliest turns:
analysis-worst-line = { $place }. Turn { $number }, { $name } with { $roll }: { $cost } points{ $advised ->
    [0] {""}
   *[other] ; the hint advised it too
}.
analysis-no-worst = No costly mistakes.
analysis-no-turns = No turn was played in this game, so there is nothing to analyse.
analysis-one-ply = Quick analysis, no look-ahead.
analysis-two-ply = Deep analysis: every reply considered.
analysis-reviewer-own = Judge: a net that the computer does not play by, with every reply considered{ $deep ->
    [0] {""}
   *[other] , also for luck
}{ $trials ->
    [0] {""}
   *[other] ; the costliest turns played out { $trials } times (± standard error)
}.
analysis-reviewer-player = Judge: the computer’s own net, with every reply considered{ $deep ->
    [0] {""}
   *[other] , also for luck
}{ $trials ->
    [0] {""}
   *[other] ; the costliest turns played out { $trials } times (± standard error)
}.
analysis-chart = The chart shows White’s chances.
analysis-equity = { $grade ->
    [single] Points are equity: P(win) − P(loss).
    [gammon] Points are equity: P(win) + P(gammon) − P(loss) − P(lost gammon).
   *[mars] Points are equity: P(win) + P(mars) − P(loss) − P(lost mars).
}
analysis-cube = Turns are judged without the cube.
analysis-cube-kept = The cube is left out: costs are for a cube at 1, and doubles are not judged.
analysis-cube-no-worst = With the cube: no costly mistakes.
analysis-cube-worst = With the cube:
analysis-cube-roll = Before turn { $turn } { $name } should have doubled: { $cost } points{ $match ->
    [0] {""}
   *[other] , { $share } % of the match
}.
analysis-cube-double = Before turn { $turn } { $name } should not have doubled: { $cost } points{ $match ->
    [0] {""}
   *[other] , { $share } % of the match
}.
analysis-cube-take = Before turn { $turn } { $name } should have dropped the double: { $cost } points{ $match ->
    [0] {""}
   *[other] , { $share } % of the match
}.
analysis-cube-drop = Before turn { $turn } { $name } should have taken the double: { $cost } points{ $match ->
    [0] {""}
   *[other] , { $share } % of the match
}.
band-masterly = masterly
band-strong = strong
band-good = good
band-fair = fair
band-learning = still learning

## One turn

analysis-turn = Turn { $number } of { $last }: { $name } rolled { $roll } and played { $turn }.
analysis-better = Better: { $turn }. What was played loses { $cost } points.
analysis-better-rolled-out = Better: { $turn }. What was played loses { $cost } ± { $error } points: both were played out { $trials } times with the same dice.
analysis-advised = A hint advises what was played, too.
analysis-chances = { $grade ->
    [single] After what was played { $name } wins { $win } %.
    [gammon] After what was played { $name } wins { $win } %, a gammon { $mars } %, and loses a gammon { $lost } %.
   *[mars] After what was played { $name } wins { $win } %, a mars { $mars } %, and loses a mars { $lost } %.
}
analysis-boards = Above: what was played. Below: what is better.
analysis-caption-played = Played: { $turn }
analysis-caption-better = Better: { $turn }

## A mistake, in a game’s log on the page

judged-doubtful = Inaccuracy −{ $cost }
judged-bad = Mistake −{ $cost }
judged-very-bad = Blunder −{ $cost }
judged-advised = { $judged } (the hint advised it too)
judged-better = { $judged }. Better: { $turn }.

## An analysis beside the board of a page

analysis-page-title = Turn { $number }, { $roll }.
analysis-page-yours = { $kind ->
    [0] You could not move.
    [1] You played { $turn }, the only turn.
    [2] You played { $turn }, the best turn.
   *[3] You played { $turn }; { $best } was better by { $cost }.
}
analysis-page-theirs = { $kind ->
    [0] { $name } could not move.
    [1] { $name } played { $turn }, the only turn.
    [2] { $name } played { $turn }, the best turn.
   *[3] { $name } played { $turn }; { $best } was better by { $cost }.
}
analysis-page-bands = { $best } – { $worst }
analysis-page-error = { $error } { $band }
analysis-page-chart = Your chances over { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}: between { $least } % and { $most } %. { $mistakes ->
    [0] You made no mistake.
    [one] You made 1 mistake.
   *[other] You made { $mistakes } mistakes.
}
analysis-page-chart-of = { $name }, chances over { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}: between { $least } % and { $most } %, with { $mistakes ->
    [0] no mistake
    [one] 1 mistake
   *[other] { $mistakes } mistakes
}.

## While an analysis is computed

analysis-begun = The analysis has begun.
analysis-made = Analysing: { $done } of { $of } turns.
analysis-waits = { $before ->
    [one] One other analysis comes first.
   *[other] { $before } other analyses come first.
}
analysis-rolling-out = All turns are judged. The costliest are being played out.
analysis-stopped = The analysis was stopped.
analysis-failed = This game could not be analysed. Try again later.
analysis-for-players = This game has not been analysed yet. Its players can have it analysed.
analysis-busy = Too many games are being analysed just now. Try again in a minute.
button-stop = Stop
button-deeper = Look deeper
button-chart = Chart

## The pictures in words, for screen readers

analysis-spoken = White’s chances to win, by turns played: { $points }.
analysis-spoken-point = { $number }: { $chance } %
analysis-spoken-short = White’s chances to win over { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}: between { $least } % and { $most } %.
analysis-spoken-turn = Two boards: above after { $played }, which was played, below after { $better }, which is better.
analysis-spoken-before = { $told } Before: { $board }

## Below a finished game

verdict-both = { $name } played better and rolled better.
verdict-each = { $player } played better, { $roller } rolled better.
verdict-played = { $name } played better; both rolled equally well.
verdict-rolled = Both played equally well; { $name } rolled better.
verdict-neither = Both played and rolled equally well.
