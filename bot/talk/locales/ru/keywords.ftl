### Ключевые слова, которые можно написать после команды: сначала самая обычная форма каждого.

typed-to = до
typed-points = очков очка очко
typed-games = партии партий партия
typed-sleeping = спящие спящая
typed-finished = законченные завершённые
typed-end = конец стоп закончить
typed-off = выкл выключить
typed-match = матч матча игра игру
typed-best = лучший лучшая лучшие
typed-of = из
typed-cube = куб куба кубом кубика кубик кубиком
typed-doubling = удвоения удвоение удвоений удвоением удвоениями
typed-extended = кокс кокса коксом
typed-hints = подсказки подсказок подсказками подсказка
typed-first = первым
typed-me = я
typed-opponent = соперник
typed-anyone = любой любого любому всех
typed-all = все всё
typed-private = лично личку личке
typed-no = без
typed-with = с со
typed-and = и
typed-or = или
typed-article = этот эту
typed-each = на за каждый
typed-turn = ход хода
typed-at = по
typed-clock = часы часами
typed-bank = банк
typed-minutes = минут минуты минута мин
typed-hours = часов часа час ч
typed-days = дней дня день дню сутки суток д
typed-weeks = недели неделя недель неделю неделе н
typed-no-clock = без часов
typed-some-bank = банк 7д+1д
typed-so-many-days = { $count ->
    [one] день
    [few] дня
   *[many] дней
}
typed-so-many-hours = { $count ->
    [one] час
    [few] часа
   *[many] часов
}
typed-so-many-points = { $count ->
    [one] очко
    [few] очка
   *[many] очков
}
typed-so-many-games = { $count ->
    [one] партия
    [few] партии
   *[many] партий
}
