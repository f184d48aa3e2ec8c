### Сообщение с доской.

board-head = ⚪ { $white } { $white-pips } – { $black-pips } { $black } ⚫ · { $rules } · { $game }

## Что произошло, строка за строкой

told-thrown = Жребий: { $white } – { $white-dice }, { $black } – { $black-dice }. Белыми играет и начинает { $white }.
told-begun = Белыми играет и начинает { $white }.
told-turn = { $name }: зары { $roll }, ход { $turn }.
told-forced = { $name }: зары { $roll }. Возможен был только один ход: { $turn }.
told-blocked = { $name }: зары { $roll }, пропуск хода – ни { $high }, ни { $low } не сыграть.
told-blocked-double = { $name }: зары { $roll }, пропуск хода – { $high } не сыграть.
told-prime = { $name }: зары { $roll }, пропуск хода – любой ход построил бы запрещённый забор из шести.
told-draw-offered = { $name } предлагает ничью.
told-draw-refused = { $name } не соглашается на ничью.
told-resignation-offered = { $name } предлагает сдаться: { $grade }.
told-resignation-refused = { $name } не принимает сдачу, игра продолжается.
told-left-out = Более ранние строки не показаны: { $count }.

## Что дальше

next-roll = { $name }, ваш ход: бросайте зары.
next-roll-other = { $name } бросает зары.
next-move = { $name }, ваш ход: 🎲 { $roll }.
next-move-other = Ходит { $name }: 🎲 { $roll }.
next-drafting = { $name }: 🎲 { $roll }, пока { $moves }.
next-complete = { $name }: 🎲 { $roll }, { $moves }. Нажмите «Готово», чтобы закончить ход.
next-program = { $name } думает.
next-answer = { $name }, примите или отклоните предложение.
next-answer-other = На предложение отвечает { $name }.

## Конец

over-borne-off = { $winner } выбрасывает все шашки и выигрывает у игрока { $loser }: { $grade }.
over-resigned = { $loser } сдаётся, { $winner } выигрывает: { $grade }.
over-draw = { $white } и { $black } соглашаются на ничью: по половине очка каждому.
over-both-off = { $white } и { $black } выбросили все шашки, поэтому ничья: по половине очка каждому.
over-timeout = У игрока { $loser } вышло время, { $winner } выигрывает: { $grade }.

grade-oyn = ойн, 1 очко
grade-mars = марс, 2 очка
grade-single = простой выигрыш, 1 очко
grade-gammon = марс, 2 очка
grade-backgammon = кокс, 3 очка
grade-koks = кокс, 3 очка
grade-home-mars = домашний марс, 4 очка

rules-long = Длинные нарды
rules-federation = Длинные нарды, правила Федерации
rules-sport = Длинные нарды, спортивные правила
rules-narde = Нарде
rules-palm = Длинные нарды, правила Palm
rules-nard = Нард
rules-short = Короткие нарды

place-off = выброс
place-bar = бар

## Кнопки

button-roll = 🎲 Бросить
button-undo = ↶ Вернуть
button-done = ✔ Готово
button-more = ⋯
button-accept-draw = Согласиться на ничью
button-accept-resignation = Принять: { $grade }
button-decline = Отклонить
button-rematch = Реванш
button-resign = Сдаться
button-draw = Предложить ничью
button-replay = Повтор
button-record = Запись партии
button-read = Доска словами
button-picture = Картинка целиком
button-rules = Правила этой игры
button-turn-board = Повернуть доску
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
spoken-off = { $count } выброшено
spoken-all-off = все 15 выброшены
spoken-and = { $first } и { $last }
spoken-to-move = Ход { $side ->
    [w] белых
   *[b] чёрных
}: { $roll }.
spoken-to-roll = Зары бросают { $side ->
    [w] белые
   *[b] чёрные
}.
spoken-over = Игра окончена.
