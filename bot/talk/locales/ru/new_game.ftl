### Новая игра: форма, в которой выбирают игру.

## Форма

form-computer = Компьютер
form-friend = Друг
form-link = Ссылка
form-anyone = Кто угодно
form-submit-computer = Играть
form-submit-friend = Вызвать: { $name }
form-submit-link = Сделать ссылку
form-submit-anyone = Предложить всем здесь
form-link-made = Отправьте это другу.
form-title = Новая игра: { $rules }.
form-game = Игра
form-against = Соперник
form-game-line = { $rules } – { $about }
form-against-whom = С кем сыграете? Кого здесь нет, того назовите сами: { $command }
form-against-example = /вызов ИМЯ
form-choose-friend = Выбрать друга
form-chosen = Выбрано: { $terms }.
form-again = Ещё одна игра
form-of-another = Это чужие кнопки. { $command } покажет вам ваши.
form-in-private = Выбрать лично
form-where = Выберите игру и всё остальное в нашем личном чате или предложите всем здесь то же, что в прошлый раз: { $terms }.
form-other-choices = Другие условия
form-clock-turn = { $time } на ход
form-clock-bank = { $start } + { $more } за ход
play-usual = Вы играете: { $terms }.
form-level = Уровень
form-length = Длина
form-clock = Часы
form-first = Кто начинает
form-cube = Куб удвоения
form-extended = Кокс и домашний марс
form-hints = Подсказки
form-short-level = Уровень
form-short-length = Длина
form-short-clock = Часы
form-short-first = Первый
form-short-cube = Куб
form-short-extended = Кокс
form-short-hints = Подсказки
form-points = до { $points } { $points ->
    [one] очка
   *[other] очков
}
form-games = { $games } { $games ->
    [one] партия
    [few] партии
   *[many] партий
}
form-no-clock = без часов
form-first-lot = по жребию
form-first-me = я
form-first-opponent = соперник

## Чем каждая игра отличается, в одной строке

form-name-long = Длинные нарды
form-name-federation = Правила Федерации
form-name-sport = Спортивные правила
form-name-narde = Нарде
form-name-palm = Правила Palm
form-name-nard = Нард
form-name-short = Короткие нарды

form-about-long = Классика. Шашки не бьют, а с головы за ход снимают одну.
form-about-federation = Как классика, но у чёрных есть последний ход. Возможна ничья.
form-about-sport = Зары жребия – первый бросок. Забор проверяют после каждого движения.
form-about-narde = До 5 очков. Следующую партию начинает победитель.
form-about-palm = Любой куш даёт снять с головы две шашки. Победа стоит до 3 очков.
form-about-nard = Старинная персидская игра. Одиночную шашку можно сбить, куш – два хода.
form-about-short = Бэкгаммон. Одиночную шашку можно сбить, она входит снова.
