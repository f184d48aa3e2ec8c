### Сообщение с доской: что произошло, что дальше, конец, кнопки и доска словами.

board-head = ⚪ { $white } – { $black } ⚫ · пипсы { $white-pips } и { $black-pips } · { $rules } · { $game }
# Заголовок доски, которую сменила новая.
board-head-past = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
# Текст, до которого сжимается старая доска: партия и последний ход.
board-shrunk = { $game } · { $line }
head-points = { $rules }, до { $points }, { $score }
head-games = { $rules }, партия { $number } из { $games }, { $score }
head-level = { $rules }, уровень «{ $level }»

## Что произошло, строка за строкой

event-opening = Жребий: { $white } – { $white-dice }, { $black } – { $black-dice }. Белыми играет и начинает { $white }.
event-begun = Белыми играет и начинает { $white }.
event-crawford = Партия Кроуфорда: без удвоений.
event-level = { $name } играет на уровне «{ $level }». Другой уровень пишут после { $play }: { $levels }. { $hint } покажет лучшие ходы.
event-kept = { $name } играет первый ход зарами жребия.
event-rerolled = { $name } бросает заново.
event-doubled = { $name } предлагает удвоить партию до { $value }.
event-taken = { $name } принимает удвоение и владеет кубом, теперь на нём { $value }.
event-turn = { $name }: зары { $roll }, ход { $turn }.
event-forced = { $name }: зары { $roll }. Возможен был только один ход: { $turn }.
event-blocked = { $name }: зары { $roll }, пропуск хода – ни { $high }, ни { $low } не сыграть.
event-blocked-double = { $name }: зары { $roll }, пропуск хода – { $high } не сыграть.
event-bar = { $name }: зары { $roll }, пропуск хода – с бара не войти.
event-prime = { $name }: зары { $roll }, пропуск хода – любой ход построил бы запрещённый забор из шести.
event-race = Помешать друг другу стороны больше не могут, поэтому остальное доигрывается автоматически.
event-draw-offered = { $name } предлагает ничью.
event-draw-refused = { $name } не соглашается на ничью.
event-pause-offered = { $name } предлагает паузу.
event-pause-refused = { $name } не соглашается на паузу.
event-resumed = { $name } заканчивает паузу.
event-resignation-offered = { $name } предлагает сдаться: { $grade }.
event-resignation-refused = { $name } не принимает сдачу, игра продолжается.
event-offer-withdrawn = { $name } отзывает предложение.
event-left-out = Более ранние строки не показаны: { $count }.

## Всплывающие ответы: что сделало нажатие

toast-moved = { $moves }. Осталось: { $left }.
toast-possible = { $moves }. Осталось: { $left }. Можно пойти { $possible }.
toast-complete = { $moves }. Нажмите «Готово», чтобы закончить ход.
toast-complete-later = Ход собран: { $moves }. Кнопка «Готово» появится через { $seconds } с.
toast-nothing = Пока ничего не сыграно. Осталось: { $left }.
toast-rolled = Вам выпало { $roll }.
toast-played = Ваш ход: { $turn }.
toast-passed = Вам пришлось пропустить ход.
toast-already = Ход { $turn } уже сделан.
toast-draft = Вы уже сыграли { $moves }. Осталось: { $left }.
toast-draft-complete = Вы уже сыграли { $moves }. Нажмите «Готово», чтобы закончить ход.
toast-follows = { $seconds ->
    [0] Доска сейчас обновится.
   *[other] Доска обновится через { $seconds } с.
}

## Что дальше

next-roll = { $name }, ваш ход: бросайте зары.
next-roll-other = { $name } бросает зары.
next-roll-or-double = { $name }, ваш ход: бросайте зары или сначала удвойте.
next-choose = { $name }, вы начинаете: играйте { $roll } или бросьте заново.
next-choose-other = { $name } решает, играть { $roll } или бросить заново.
next-answer-double = { $name }, примите удвоение до { $value } или откажитесь и проиграйте: { $grade }.
next-answer-double-other = На удвоение отвечает { $name }.
next-last-turn = { $white } выбрасывает все шашки, и последний ход делает { $black }.
next-move = { $name }, ваш ход: 🎲 { $roll }.
next-move-other = Ходит { $name }: 🎲 { $roll }.
next-drafting = { $name }: 🎲 { $roll }, пока { $moves }. Осталось: { $left }.
next-complete = { $name }: 🎲 { $roll }, { $moves }. Нажмите «Готово», чтобы закончить ход.
next-program = { $name } думает.
next-answer = { $name }, примите или отклоните предложение.
next-answer-other = На предложение отвечает { $name }.
next-unreached = { $name } сейчас не на связи: возможно, бот там заблокирован или личные сообщения закрыты. Партия ждёт.
next-unreached-clock = { $name } сейчас не на связи: возможно, бот там заблокирован или личные сообщения закрыты. Часы при этом идут.
next-instead-private = Бот больше не может писать вам в { $platform }, поэтому об этой партии вы узнаёте здесь.
board-open = Эту партию видят и другие: её показывает чат, или на неё есть ссылка. { $command } это прекратит.
next-instead-shared = Чат в { $platform }, где шла эта партия, больше недоступен, поэтому о ней вы узнаёте здесь.
next-until = У игрока { $name } есть время до { $at }.
next-keeps = У игрока { $name } в запасе { $time }.
next-time-out = У игрока { $name } вышло время. { $opponent }, потребуйте победы или дайте ещё два дня.
next-own-time-out = { $name }, ваше время вышло. { $opponent } может потребовать победы или дать ещё два дня, но пока вы можете ходить.
next-paused = Партия на паузе. Продолжить её может любой из двоих, и тогда ходит { $name }.

## Конец

over-borne-off = { $winner } выбрасывает все шашки и выигрывает, { $loser } проигрывает: { $grade }.
over-resigned = { $loser } сдаётся, { $winner } выигрывает: { $grade }.
over-draw = { $white } и { $black } соглашаются на ничью: по половине очка каждому.
over-both-off = { $white } и { $black } выбросили все шашки, поэтому ничья: по половине очка каждому.
over-dropped = { $loser } отказывается от удвоения, { $winner } выигрывает: { $grade }.
over-goes-on = Матч { $white } – { $black }: счёт { $score }. Следующую партию может начать любой из двоих.
over-goes-on-program = Матч { $white } – { $black }: счёт { $score }. Следующую партию может начать { $player }.
over-ends-here = Матч { $white } – { $black }: счёт { $score }. На этом он заканчивается: один из двоих больше не играет.
over-match-forfeited = { $loser } проигрывает по времени вторую партию подряд, а с ней и матч. Матч выигрывает { $winner } при счёте { $score }.
over-match-won = { $winner } выигрывает матч { $score }.
over-match-drawn = Матч окончен вничью, { $score }.
over-timeout = У игрока { $loser } вышло время, { $winner } выигрывает: { $grade }.
result-you-won = { $how ->
    [resigned] { $loser } сдаётся. Вы выиграли { $prize }.
    [dropped] { $loser } отказывается от удвоения. Вы выиграли { $prize }.
    [timeout] У игрока { $loser } вышло время. Вы выиграли { $prize }.
   *[off] Вы выиграли { $prize }: { $off }.
}
result-you-lost = { $how ->
    [resigned] Вы сдались и проиграли { $prize }.
    [dropped] Вы отказались от удвоения и проиграли { $prize }.
    [timeout] У вас вышло время. Вы проиграли { $prize }.
   *[off] Вы проиграли { $prize }: { $off }.
}
result-won = { $how ->
    [resigned] { $loser } сдаётся. { $winner } выигрывает { $prize }.
    [dropped] { $loser } отказывается от удвоения. { $winner } выигрывает { $prize }.
    [timeout] У игрока { $loser } вышло время. { $winner } выигрывает { $prize }.
   *[off] { $winner } выигрывает { $prize }: { $off }.
}
result-cubed = { $points ->
    [one] { $prize } с кубом { $cube }, { $points } очко
    [few] { $prize } с кубом { $cube }, { $points } очка
   *[many] { $prize } с кубом { $cube }, { $points } очков
}
result-grade-oyn = ойн
result-grade-mars = марс
result-grade-single = партию
result-grade-gammon = марс
result-grade-backgammon = кокс
result-grade-koks = кокс
result-grade-home-mars = домашний марс
result-you-lead = { $points ->
    [0] Вы ведёте { $score } после партии { $number } из { $games }.
   *[other] Вы ведёте { $score } в матче до { $points }.
}
result-leads = { $points ->
    [0] Ведёт { $name }: { $score } после партии { $number } из { $games }.
   *[other] Ведёт { $name }: { $score } в матче до { $points }.
}
result-level = { $points ->
    [0] Счёт { $score } после партии { $number } из { $games }.
   *[other] Счёт { $score } в матче до { $points }.
}
result-match-you-won = Вы выиграли матч { $score }.
result-rematch-asked = Реванш предложен, отвечает { $name }
result-picture = { $won } На картинке ход { $turn }, самый большой перелом партии. До него: { $board }
tally-leads = Личный счёт: { $leader } – { $other } { $score }, ведёт { $leader }.
tally-leads-points = Личный счёт: { $leader } – { $other } { $score }, ведёт { $leader }; по очкам { $points }.
tally-level = Личный счёт: { $leader } – { $other } { $score }, поровну.
tally-level-points = Личный счёт: { $leader } – { $other } { $score }, поровну; по очкам { $points }.
tally-drawn = { $count ->
    [one] Вничью { $count } партия.
    [few] Вничью { $count } партии.
   *[many] Вничью { $count } партий.
}
cubed = { $grade } × { $cube } = { $points }
grade-oyn = ойн, 1 очко
grade-mars = марс, 2 очка
grade-single = простой выигрыш, 1 очко
grade-gammon = марс, 2 очка
grade-backgammon = кокс, 3 очка
grade-koks = кокс, 3 очка
grade-home-mars = домашний марс, 4 очка
place-off = выброс
# В предложениях: с бара.
place-bar = бара

## Кнопки

button-roll = 🎲 Бросить
button-undo = ↶ Вернуть
button-done = ✔ Готово
button-more = ⋯
button-bar = бар
button-double = Удвоить
table-double = Удвоить до { $value }
button-take = Принять
button-drop = Отказаться
button-keep = Играть { $roll }
button-reroll = Бросить заново
button-next-game = Следующая партия
button-next-game-of = Партия { $number } из { $games }
button-next-waiting = Дальше ({ $count })
button-next-here = Дальше
button-accept-draw = Согласиться на ничью
button-accept-pause = Согласиться на паузу
button-pause = Предложить паузу
button-resume = Играть дальше
button-accept-resignation = Принять: { $grade }
button-decline = Отклонить
button-claim = Потребовать победы
button-more-time = Дать ещё два дня
button-rematch = Реванш
button-accept-rematch = Принять реванш
button-resign = Сдаться
button-draw = Предложить ничью
button-hint = Подсказка
button-replay = Повтор
button-analyse = Анализ
button-profile = Наш счёт
button-record = Запись
button-read = Доска словами
button-picture = Картинка в полном размере
button-rules = Правила этой игры
button-turn-board = Повернуть доску
button-sound = Звук
button-settings = Мои настройки
button-board = Показать доску

## Доска словами

spoken = У белых { $white } ({ $white-pips ->
    [one] { $white-pips } пипс
    [few] { $white-pips } пипса
   *[many] { $white-pips } пипсов
}), у чёрных { $black } ({ $black-pips ->
    [one] { $black-pips } пипс
    [few] { $black-pips } пипса
   *[many] { $black-pips } пипсов
}). { $now }
spoken-short = Белые { $white }. Чёрные { $black }. { $now }
spoken-place = { $count } на { $point }
spoken-bar = { $count } на баре
spoken-off = { $count } выброшено
spoken-all-off = все 15 выброшены
spoken-and = { $first } и { $last }
spoken-to-move = Ход { $side ->
    [w] белых
   *[b] чёрных
}: { $roll }.
spoken-left = Ход { $side ->
    [w] белых
   *[b] чёрных
}: { $roll }, { $count ->
    [one] остался { $count } ход шашкой
    [few] осталось { $count } хода шашкой
   *[many] осталось { $count } ходов шашкой
}: { $dice }.
spoken-played = { $side ->
    [w] Белые
   *[b] Чёрные
} сыграли { $roll } и могут закончить ход.
spoken-to-roll = Зары бросают { $side ->
    [w] белые
   *[b] чёрные
}.
spoken-to-choose = { $side ->
    [w] Белые
   *[b] Чёрные
} решают, играть { $roll } или бросить заново.
spoken-doubled = На удвоение отвечают { $side ->
    [w] белые
   *[b] чёрные
}.
spoken-cube = { $now } Куб посередине, на нём { $value }.
spoken-cube-offered = { $now } Предложен куб, на нём { $value }.
spoken-cube-of = { $now } Куб у { $side ->
    [w] белых
   *[b] чёрных
}, на нём { $value }.
spoken-over = Партия окончена.
spoken-won = Выиграли { $side ->
    [w] белые
   *[b] чёрные
}: { $grade }{ $how ->
    [resigned] ; соперник сдался.
    [timeout] ; у соперника вышло время.
    [dropped] ; соперник отказался от удвоения.
   *[other] .
}
spoken-drawn = Ничья.

## Строки журнала партии

log-took = принимает
log-dropped = отказ
log-resigned = сдаётся
log-drawn = ничья
log-out-of-time = время вышло
log-passed = нет хода
log-doubled = удвоение: { $value }

## Меню стола на странице: когда доступно то, что сейчас недоступно

menu-when-your-turn = в свой ход
menu-when-rolled = после броска
menu-when-before-roll = до броска
menu-when-cube = когда куб ваш
menu-when-answered = после ответа на предложение
menu-when-played = после следующего хода
menu-when-resumed = после паузы
