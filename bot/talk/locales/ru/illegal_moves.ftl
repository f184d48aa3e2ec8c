### Невозможные ходы: почему ход нельзя сделать и что можно сыграть вместо него.

## Почему ход невозможен

choose-move = Какой ход?
illegal = { $why } { $way }
illegal-after = Если сначала сыграть { $moves }: { $text }
illegal-left-over = { $moves } – это уже весь бросок, с { $start } ходить нечем. Напишите { $moves } без этого или другой ход.
way-from = Можно пойти { $moves }.
way-by = С { $start } можно пойти на { $moves }.
way-by-die = { $die }: { $move }
way-or = { $first } или { $last }
why-no-checker = На { $start } нет вашей шашки.
why-no-checker-on-bar = На баре нет ваших шашек.
why-others-checker = На { $start } стоит шашка соперника.
why-no-such-die = Ни один зар не ведёт с { $start } на { $stop }.
why-die-used = Зар для { $start }/{ $stop } уже сыгран.
why-blocked = Ход { $move } закрыт: на { $point } стоят { $holder ->
    [w] белые
   *[b] чёрные
}.
why-stop-blocked = Ход { $move } закрыт по пути: на { $point } стоят { $holder ->
    [w] белые
   *[b] чёрные
}.
why-head = В этом ходу больше нельзя снимать с головы.
why-full-roll = После { $move } не сыграть остальные зары, а это обязательно.
why-higher-die = Можно сыграть только один зар, и это должен быть больший.
why-prime = { $move } построит забор из шести, впереди которого нет ни одной чужой шашки.
why-home-prime = { $move } построит забор из шести перед чужой шашкой, а дома у соперника нет ни одной.
why-not-home = Выбрасывать можно, только когда все ваши шашки дома.
why-bar-first = Сначала должны войти ваши шашки с бара.
why-checker-behind = Этим заром сначала ходит более дальняя шашка, на { $point }.
why-backwards = Шашки так не ходят: с { $start } на { $stop } не попасть.
why-turn-complete = Ваш ход сыгран. { $done } – закончить, { $undo } – вернуть шашку.
why-nothing-possible = С этим броском ходов нет. { $done } – закончить ход.
why-no-hit = На { $point } бить некого, уберите там звёздочку.
why-not-a-pass = Ход возможен, пропустить нельзя.
why-incomplete = Можно сыграть ещё.
not-understood = { $text } не похоже на ход. Пишите с пункта на пункт, например 24/18 13/8.

## Ответы /why

why-possible = Так пойти можно.
why-possible-ways = Так пойти можно, и не одним способом: { $moves }.
why-where-prime = Забор стоял бы на { $points }.
why-not-rolled = Зары ещё не брошены. Спросите после броска.
answer-to-another = Ходит { $name }, зары { $roll }. Ответ такой:
