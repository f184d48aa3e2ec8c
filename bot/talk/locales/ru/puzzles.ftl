### Задачи: позиции с четырьмя ходами на выбор, раз в день в чате или по просьбе игрока.

# Буквы четырёх ходов.
puzzle-letters = АБВГ
puzzle-button = { $letter }: { $turn }
puzzle-rolled = { $rules }. { $side ->
    [w] Белым
   *[b] Чёрным
} выпало 🎲 { $roll }.
puzzle-asked = { $rolled } Какой ход лучший?
puzzle-day = Позиция дня, { $day }
puzzle-hidden = Отвечать могут все. Ваш ответ никто не увидит до решения – оно придёт завтра.
puzzle-over = Ответы больше не принимаются, решение – ниже.
puzzle-noted = Принято: { $letter }. До завтрашнего решения ответ можно изменить, и никто его не увидит.
puzzle-of-another = Эту задачу просили не вы. { $command } даст вам свою.
solution-day = Позиция дня, { $day }: решение
solution-best = { $letter }: { $turn } – лучший ход
solution-other = { $letter }: { $turn } теряет { $cost } очка
solution-cost = На доске – лучший ход. Потеря: сколько очков ход в среднем ему уступает.
solution-right = { $letter } – верно.
solution-wrong = { $letter } теряет { $cost } очка, лучший ход – { $best }.
solution-game = Это было в партии { $game }: { $command }.
solution-unanswered = Никто не ответил.
solution-not-found = Лучший ход не нашёл никто.
solution-found = Лучший ход нашли: { $names }.
solution-found-more = Лучший ход нашли: { $names } и ещё { $count ->
    [one] { $count } человек.
    [few] { $count } человека.
   *[many] { $count } человек.
}
solution-table = Таблица месяца, найдено из отвеченных:
solution-row = { $place }. { $name }: { $found } из { $answered }
solution-last = Семь дней никто не отвечал, поэтому позиций больше не будет. { $command } начнёт их снова.
button-puzzle = Ещё задача

# Задача дня на веб-странице, с доской, на которой ходят.
puzzle-title = Задача дня
puzzle-to-play = { $side ->
    [w] Белым
   *[b] Чёрным
} выпало { $roll }. Какой ход лучший?
puzzle-right = { $turn } – лучший ход.
puzzle-wrong = { $turn } теряет { $cost } очка, лучший ход – { $best }.
puzzle-worse = { $turn } теряет больше { $cost } очка, лучший ход – { $best }.
