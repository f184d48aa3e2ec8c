### Reminders: of a game that waits, of a clock that runs out, and the daily list.

reminder = { $name }, { $opponent } is waiting: it is your turn in game { $game }.
reminder-more-time = { $name }, { $opponent } has given you two more days in game { $game }.
reminder-time = Your time runs out: { $at }.
digest-title = { $name }, { $waiting }.
digest-games = { $count ->
    [one] { $count } game waits for you
   *[other] { $count } games wait for you
}
digest-challenges = { $count ->
    [one] { $count } challenge waits for your answer
   *[other] { $count } challenges wait for your answer
}
digest-both = { $games }, and { $challenges }
digest-game = { $game }: against { $opponent }, { $rules }.
digest-challenge = { $challenger } challenges you: { $rules }. { $command }
