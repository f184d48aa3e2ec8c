### Повторы: партии, показанные ещё раз, принесённые и записанные.

## Повторы

replay-title = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
replay-frame = { $number } из { $last }
replay-pass = { $name }: зары { $roll }, ходов нет.
replay-doubled = { $name } удваивает: куб { $value }.
replay-took = { $name } принимает удвоение, теперь на кубе { $value }.
replay-unfinished = Партия не окончена.
replay-points = В файле за это { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}.
replay-white = Белые
replay-black = Чёрные
replay-alt = Анимация партии: { $white } – { $black }, { $turns ->
    [one] { $turns } ход
    [few] { $turns } хода
   *[many] { $turns } ходов
}.
button-animation = Анимация
animation-making = Анимация готовится: { $made } из { $of }.
animation-busy = Сейчас готовится слишком много анимаций. Попробуйте через минуту.
animation-failed = Анимацию сделать не удалось. Пройдите партию стрелками или попробуйте ещё раз.
replay-game = Партия { $number } из { $games }
button-game = Партия { $number }

## Принесённые партии, и что в записи может быть не так

import-how = Вставьте запись партии или матча после { $command } или пришлите её файлом с этой командой. Годится запись этого бота или .mat другой программы. Какая игра в .mat, можно сказать словом: { $rules }.
import-kept = { $games ->
    [one] Сохранена { $games } партия. Показать ещё раз: { $command }.
    [few] Сохранены { $games } партии. Показать ещё раз: { $command }.
   *[many] Сохранено { $games } партий. Показать ещё раз: { $command }.
}
import-nothing = В этом тексте нет партии. Годится запись этого бота, которая начинается строкой вроде [Rules "long"], или .mat другой программы.
import-too-long = Текст слишком длинный. Сохранить можно запись не больше { $most } кБ.
import-too-many = В этом тексте больше { $most } партий. Пришлите его по частям.
import-too-slow = Этот текст читается слишком долго, поэтому ничего не сохранено. Пришлите его по частям.
import-fault = Строка { $line } не читается: { $text }. { $why }
import-fault-game = Партия { $game }: { $text }. { $why }
import-fault-turn = Партия { $game }, ход { $turn }: { $text }. { $why }
import-refused = { $fault } Ничего не сохранено.
import-which = Эти ходы подходят нескольким играм. Сохранено как { $rules }. Если это другая игра, выберите её ниже.
fault-no-rules = Нет строки с названием игры, вроде [Rules "long"].
fault-rules = Игры { $text } здесь нет.
fault-header-twice = Строка { $text } встречается дважды.
fault-header = Строка в скобках выглядит как [White "Anna"] и стоит перед ходами.
fault-number = Здесь ожидается строка с номером { $expected }.
fault-out-of-turn = Здесь партия не продолжается: она окончена или ходит другая сторона.
fault-position = Партия начинается не с начальной расстановки известной здесь игры.
fault-opening = Жребий не решает в пользу белых или здесь ему не место.
fault-cube = С кубом здесь так нельзя.
fault-clock = Часы записывают так: [Clock "7d+1d<7d"], и во всех партиях матча они одни и те же.
fault-scoring = У этой игры нет такого счёта очков.
fault-result = Результат – { $expected }.
fault-no-game = Партий здесь нет.
fault-dice = Здесь ожидаются два зара от 1 до 6, один раз за ход.
fault-length = Длина матча не указана, указана неверно или не та, что в предыдущей партии.
fault-game = Здесь ожидается партия { $expected }.
fault-unfinished = Предыдущая партия не окончена.
fault-players = В каждой партии должны стоять имена одних и тех же двух игроков.
fault-score = Счёт перед этой партией – { $expected }.
fault-unread = Это не ход и не что-либо другое из записи партии.
fault-ambiguous = Этот ход можно понять по-разному.
fault-not-one-game = Здесь не ровно одна партия.
fault-other-rules = Все партии матча играют по одним правилам.
fault-draw = В .mat ничью записать нельзя.
fault-grade = Проиграть здесь так нельзя.

## Записи

record-title = Запись партии { $game }:
record-title-games = { $games ->
    [one] { $games } партия из загрузки { $game }:
    [few] { $games } партии из загрузки { $game }:
   *[many] { $games } партий из загрузки { $game }:
}
record-title-match = Запись матча, в котором была партия { $game }:
button-mat = Как .mat
record-no-mat = { $why } Запись этого бота: { $command }.
