### Часы: контроль времени, паузы и отпуск.

game-paused = Партия на паузе.
clock-paused = пауза
clock-holiday = отпуск
clock-not-begun = ещё не идут
clock-turn = { $time } на каждый ход
clock-bank = { $start }, с каждым ходом ещё { $more }, самое большее { $most }
sure-pause = Предложить паузу в партии { $game }? Соперник: { $opponent }. Пока паузу никто не закончит, время ни у кого не идёт.
button-end-holidays = Закончить сейчас
holidays-days = { $first } – { $last }
holidays-line = Ваш отпуск: { $days }.
holidays-none = Отпуска вы не объявляли.
holidays-example = 24.12. 2.1.
holidays-how = { $command } объявит целые дни, в которые ваше время стоит, не больше 30 в год. Соперники узнают об этом сразу.
holidays-announced = Ваш отпуск: { $days }. В эти дни ваше время стоит. Соперникам об этом уже сообщают.
holidays-ended = Ваш отпуск ({ $days }) окончен. Время снова идёт, а оставшиеся дни можно взять в другой раз.
holiday-ended-early = { $name } завершает отпуск раньше срока ({ $days }). Время этого игрока снова идёт.
holiday-announced = { $name } объявляет отпуск: { $days }. Время этого игрока в эти дни стоит.
