### Анализы: как была сыграна оконченная партия.

analysis-side = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: в среднем теряет { $error } ± { $uncertainty } очка за ход (решений: { $turns }): { $band }. Везение { $luck }.
analysis-side-forced = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: выбора не было ни разу. Везение { $luck }.
analysis-bands = между «{ $best }» и «{ $worst }»
analysis-balance = Итог { $result } ({ $name }) складывается так: везение { $luck }, ошибки { $errors }, право первого хода { $opening }{ $ended ->
    [0] {""}
   *[other] , конец { $ending }
}, остальное { $rest } (стало видно лишь позже). Без везения: { $without }.
analysis-worst = Самые дорогие ходы:
analysis-worst-line = { $place }. Ход { $number }, { $name }, зары { $roll }: { $cost } очка{ $advised ->
    [0] {""}
   *[other] ; подсказка советует то же
}.
analysis-no-worst = Серьёзных ошибок нет.
analysis-no-turns = В этой партии не сделано ни одного хода, разбирать нечего.
analysis-one-ply = Быстрый анализ, без просмотра вперёд.
analysis-two-ply = Глубокий анализ: учтены все ответы.
analysis-reviewer-own = Оценивала нейросеть, которой компьютер не играет; учтены все ответы{ $deep ->
    [0] {""}
   *[other] , и для везения
}{ $trials ->
    [0] {""}
    [few] ; самые дорогие ходы доиграны по { $trials } раза (± стандартная ошибка)
   *[many] ; самые дорогие ходы доиграны по { $trials } раз (± стандартная ошибка)
}.
analysis-reviewer-player = Оценивала собственная нейросеть компьютера; учтены все ответы{ $deep ->
    [0] {""}
   *[other] , и для везения
}{ $trials ->
    [0] {""}
    [few] ; самые дорогие ходы доиграны по { $trials } раза (± стандартная ошибка)
   *[many] ; самые дорогие ходы доиграны по { $trials } раз (± стандартная ошибка)
}.
analysis-chart = На графике – шансы белых.
analysis-equity = { $grade ->
    [single] Очки – это эквити: P(выигрыш) − P(проигрыш).
   *[mars] Очки – это эквити: P(выигрыш) + P(марс) − P(проигрыш) − P(проигранный марс).
}
analysis-cube = Ходы оценены без куба.
analysis-cube-kept = Куб не учтён: потери даны при стоимости 1, удвоения не оценены.
analysis-cube-no-worst = С кубом: серьёзных ошибок нет.
analysis-cube-worst = С кубом:
analysis-cube-roll = Перед ходом { $turn } стоило удвоить ({ $name }): { $cost } очка{ $match ->
    [0] {""}
   *[other] , { $share } % матча
}.
analysis-cube-double = Перед ходом { $turn } не стоило удваивать ({ $name }): { $cost } очка{ $match ->
    [0] {""}
   *[other] , { $share } % матча
}.
analysis-cube-take = Перед ходом { $turn } стоило отказаться от удвоения ({ $name }): { $cost } очка{ $match ->
    [0] {""}
   *[other] , { $share } % матча
}.
analysis-cube-drop = Перед ходом { $turn } стоило принять удвоение ({ $name }): { $cost } очка{ $match ->
    [0] {""}
   *[other] , { $share } % матча
}.
band-masterly = игра мастера
band-strong = сильная игра
band-good = хорошая игра
band-fair = неплохая игра
band-learning = пока учится

## Один ход

analysis-turn = Ход { $number } из { $last }: { $name }, зары { $roll }, сыграно { $turn }.
analysis-better = Лучше: { $turn }. Сыгранное теряет { $cost } очка.
analysis-better-rolled-out = Лучше: { $turn }. Сыгранное теряет { $cost } ± { $error } очка: оба хода доиграны с одними и теми же бросками, по { $trials } { $trials ->
    [few] раза
   *[many] раз
}.
analysis-advised = Подсказка советует то же, что сыграно.
analysis-chances = { $grade ->
    [single] После сыгранного шансы такие ({ $name }): выигрыш – { $win } %.
   *[mars] После сыгранного шансы такие ({ $name }): выигрыш – { $win } %, марс – { $mars } %, проигранный марс – { $lost } %.
}
analysis-boards = Сверху – как сыграно, снизу – как лучше.
analysis-caption-played = Сыграно: { $turn }
analysis-caption-better = Лучше: { $turn }

## Ошибка, в журнале партии на странице

judged-doubtful = Неточность −{ $cost }
judged-bad = Ошибка −{ $cost }
judged-very-bad = Зевок −{ $cost }
judged-advised = { $judged } (подсказка советует то же)
judged-better = { $judged }. Лучше: { $turn }.

## Анализ рядом с доской страницы

analysis-page-title = Ход { $number }, { $roll }.
analysis-page-yours = { $kind ->
    [0] У вас не было хода.
    [1] Вы сыграли { $turn }: другого хода не было.
    [2] Вы сыграли { $turn }: это лучший ход.
   *[3] Вы сыграли { $turn }; на { $cost } лучше { $best }.
}
analysis-page-theirs = { $kind ->
    [0] { $name }: хода не было.
    [1] { $name }: { $turn }, другого хода не было.
    [2] { $name }: { $turn }, это лучший ход.
   *[3] { $name }: { $turn }; на { $cost } лучше { $best }.
}
analysis-page-bands = { $best } – { $worst }
analysis-page-error = { $error }, { $band }
analysis-page-chart = Ваши шансы, ходов { $turns }: от { $least } % до { $most } %. { $mistakes ->
    [0] Ошибок нет.
   *[other] Ошибок: { $mistakes }.
}
analysis-page-chart-of = { $name }, шансы, ходов { $turns }: от { $least } % до { $most } %, ошибок: { $mistakes }.

## Пока анализ готовится

analysis-begun = Анализ начат.
analysis-made = Идёт анализ: ходов { $done } из { $of }.
analysis-waits = { $before ->
    [one] Сначала закончится ещё { $before } анализ.
    [few] Сначала закончатся ещё { $before } анализа.
   *[many] Сначала закончатся ещё { $before } анализов.
}
analysis-rolling-out = Все ходы оценены. Самые дорогие доигрываются много раз.
analysis-stopped = Анализ остановлен.
analysis-failed = Разобрать эту партию не удалось. Попробуйте позже.
analysis-for-players = Эта партия ещё не разобрана. Разбор могут запустить её игроки.
analysis-busy = Сейчас разбирается слишком много партий. Попробуйте через минуту.
button-stop = Остановить
button-deeper = Глубже
button-chart = График

## Картинки словами, для программ чтения с экрана

analysis-spoken = Шансы белых на выигрыш, по числу сделанных ходов: { $points }.
analysis-spoken-point = { $number }: { $chance } %
analysis-spoken-short = Шансы белых на выигрыш, ходов { $turns }: от { $least } % до { $most } %.
analysis-spoken-turn = Две доски: сверху после { $played }, как сыграно, снизу после { $better }, как лучше.
analysis-spoken-before = { $told } До хода: { $board }

## Под оконченной партией

verdict-both = И игра, и зары лучше: { $name }.
verdict-each = Игра лучше: { $player }. Зары лучше: { $roller }.
verdict-played = Игра лучше: { $name }; зары одинаковы.
verdict-rolled = Зары лучше: { $name }; игра одинаково хороша.
verdict-neither = Игра одинаково хороша, и зары одинаковы.
