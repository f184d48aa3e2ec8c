### Clocks: time controls, pauses and holidays.

game-paused = The game is paused.
clock-paused = paused
clock-holiday = holiday
clock-not-begun = not started yet
clock-turn = { $time } for each turn
clock-bank = { $start }, and { $more } more with each turn, { $most } at most
sure-pause = Offer { $opponent } a pause in game { $game }? Nobody’s time runs until one of you ends it.
button-end-holidays = End them now
holidays-days = { $first } to { $last }
holidays-line = Your holidays: { $days }.
holidays-none = You have announced no holidays.
holidays-example = 24.12. 2.1.
holidays-how = { $command } announces whole days on which your time stands still, at most 30 a year. Your opponents are told at once.
holidays-announced = Your holidays: { $days }. Your time stands still on these days, and your opponents are being told.
holidays-ended = Your holidays, { $days }, are over. Your time runs again, and you can take the days that are left another time.
holiday-ended-early = { $name } has ended the holiday early ({ $days }). The time of { $name } runs again.
holiday-announced = { $name } has announced a holiday: { $days }. The time of { $name } stands still then.
