### Keywords: words that may be typed behind a command. The most usual form of each comes first.

typed-to = to
typed-points = points point
typed-games = games game
typed-sleeping = sleeping asleep
typed-finished = finished
typed-end = end stop
typed-off = off
typed-match = match
typed-best = best
typed-of = of
typed-cube = cube
typed-doubling = doubling
typed-extended = extended koks
typed-hints = hints hint
typed-first = first
typed-me = me
typed-opponent = opponent
typed-anyone = anyone anybody everyone
typed-all = all
typed-private = private
typed-no = no without
typed-with = with
typed-and = and
typed-or = or
typed-article = a an the
typed-each = per each every for
typed-turn = move moves turn turns
typed-at = at
typed-clock = clock clocks
typed-bank = bank
typed-minutes = minutes minute min
typed-hours = hours hour h
typed-days = days day d
typed-weeks = weeks week w
typed-no-clock = no clock
typed-some-bank = bank 7d+1d
typed-so-many-days = { $count ->
    [one] day
   *[other] days
}
typed-so-many-hours = { $count ->
    [one] hour
   *[other] hours
}
typed-so-many-points = { $count ->
    [one] point
   *[other] points
}
typed-so-many-games = { $count ->
    [one] game
   *[other] games
}
