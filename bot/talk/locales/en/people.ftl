### People: names of players, blocks and profiles.

## Names of the computer player and of former players, in a sentence and alone

# At the start of a sentence the code makes the first letter a capital.
computer = the computer
computer-alone = Computer
# At the start of a sentence the code makes the first letter a capital.
former-player = a former player
former-player-alone = Former player

# The bot makes the names of guests from these words: any first word goes with any second one.
guest-first = Able Agile Amber Brave Breezy Bright Brisk Calm Cheerful Clever Cosy Curious Daring Eager Early Gentle Golden Happy Hardy Honest Jolly Keen Kind Lively Lucky Mellow Merry Neat Nimble Noble Patient Plucky Polite Proud Quick Quiet Sharp Silver Smart Snowy Spry Steady Sunny Swift Warm Wise Witty Zesty
guest-second = Badger Beaver Bison Camel Crane Deer Dolphin Eagle Falcon Ferret Finch Fox Gecko Hare Hawk Hedgehog Heron Ibex Jackdaw Kestrel Koala Lark Lemur Leopard Lion Lynx Magpie Marten Moose Nightingale Oriole Osprey Otter Owl Panda Panther Pelican Penguin Puffin Raccoon Raven Robin Seal Sparrow Squirrel Stork Swan Tiger

## Blocking

button-block = Block
button-unblock = Unblock { $name }
blocked = You have blocked { $name }: their challenges and offers no longer reach you, and nobody is told. { $command } undoes it.
unblocked = You have unblocked { $name }: their challenges and offers reach you again.
block-question = Block { $name }? Their challenges and offers would no longer reach you, and nobody is told.
button-undo-block = Undo
blocked-list = You have blocked:
blocked-nobody = You have blocked nobody. { $command } stops somebody’s challenges and offers, and that person is not told.
blocked-briefly = Done. Nobody is told.
blocked-elsewhere = I answer that in private only: send { $command } to me there.

## Profiles

profile-elsewhere = Profiles are shown in private only: send { $command } to me there.
profile-own = Your games with people: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-between = Your games with { $opponent }: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-none = You have not finished a game with anybody yet.
profile-none-between = You have not finished a game with { $name } yet.
profile-puzzles = Puzzles of the day: best turn found in { $found } of { $answered }.
profile-computer = Your games with the computer: { $won } won, { $lost } lost{ $drawn ->
    [0] .
   *[other] , { $drawn } drawn.
}
profile-points = Points: { $own }–{ $others }.
profile-grades = Higher wins: { $list }.
profile-only-rules = All of them: { $rules }.
profile-rules = { $number } · { $rules }: { $score }
profile-score = { $drawn ->
    [0] { $won }–{ $lost }
   *[other] { $won }–{ $lost } ({ $drawn } drawn)
}
profile-dice = Dice in your last games, { $most } at most. Yours: { $own }; your opponents’: { $others }.
profile-dice-between = Dice in your last games with each other, { $most } at most. Yours: { $own }; { $opponent }: { $others }.
profile-luck = { $rolls ->
    [one] { $rolls } roll
   *[other] { $rolls } rolls
}, { $pips } pips each on average, { $doubles }% doubles
profile-chart = Light is won, dark is lost{ $drawn ->
    [0] { "" }
   *[other] , and between them what was drawn
}: above game by game, below month by month ({ $months }).
chart-won = won
chart-drawn = drawn
chart-lost = lost
chart-by-month = Won ↑ and lost ↓ by month
profile-spoken = Won and lost by you. By game: { $games }. By month: { $months }.
profile-spoken-short = Won and lost by you: { $score }.
wins-mars = mars
wins-gammon = gammon
wins-backgammon = backgammon
wins-koks = koks
wins-home-mars = home mars

## Visitors of the web page who have no account

landing-invited = Here you play by invitation: open the link that a player of this table sends you.
landing-boards = Only boards can be opened at this address. { $links ->
    [0] To play, ask the person who runs the bot for an invitation.
   *[other] To play, open the bot there:
}

## The profile as a page

profile-won = Won
profile-of = { $part } of { $whole }
profile-won-note = { $share } %, { $drawn ->
    [0] none drawn
    [one] one drawn
   *[other] { $drawn } drawn
}
profile-error = Error a turn
profile-error-note = { $band }, { $games ->
    [one] one analysed game
   *[other] last { $games } analysed games
}
profile-error-none = once a game is analysed
profile-error-spoken = Points lost a turn, the oldest game first: { $errors }.
profile-fortune = Luck
profile-fortune-note = points a game
profile-riddles = Puzzles of the day
profile-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
profile-riddles-note = { $answered ->
    [0] none answered yet
   *[other] in a row, { $found } of { $answered } solved
}
