### Keywords: words that may be typed behind a command. The most usual form of each comes first.

typed-to = to
typed-points = points point
typed-games = games game
typed-sleeping = sleeping asleep
typed-end = end stop
typed-off = off
typed-best = best
typed-of = of
typed-cube = cube
typed-extended = extended
typed-hints = hints
typed-first = first
typed-me = me
typed-opponent = opponent
typed-all = all
typed-private = private
typed-no = no
typed-clock = clock
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
