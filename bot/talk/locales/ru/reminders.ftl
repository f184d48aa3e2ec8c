### Напоминания: о партии, которая ждёт, о времени, которое истекает, и список на день.

reminder = { $name }, { $opponent } ждёт: ваш ход в партии { $game }.
reminder-more-time = { $name }, { $opponent } даёт вам ещё два дня в партии { $game }.
reminder-time = Ваше время истекает: { $at }.
digest-title = { $name }, { $waiting }.
digest-games = { $count ->
    [one] вас ждёт { $count } партия
    [few] вас ждут { $count } партии
   *[many] вас ждут { $count } партий
}
digest-challenges = { $count ->
    [one] вашего ответа ждёт { $count } вызов
    [few] вашего ответа ждут { $count } вызова
   *[many] вашего ответа ждут { $count } вызовов
}
digest-both = { $games }, и { $challenges }
digest-game = { $game }: соперник – { $opponent }, { $rules }.
digest-challenge = { $challenger } вызывает вас: { $rules }. { $command }
