### Чего стоила партия.

analysis-side = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: в среднем теряет { $error } очка за ход (решений: { $turns }): { $band }. Везение { $luck }.
analysis-side-forced = { $side ->
    [w] ⚪
   *[b] ⚫
} { $name }: выбора не было ни разу. Везение { $luck }.
analysis-worst = Самые дорогие ходы:
analysis-worst-line = { $place }. Ход { $number }, { $name }, зары { $roll }: { $cost } очка.
analysis-no-worst = Серьёзных ошибок нет.
analysis-no-turns = В этой партии не сделано ни одного хода, разбирать нечего.
analysis-one-ply = Быстрый анализ, без просмотра вперёд. На графике – шансы белых.
analysis-two-ply = Глубокий анализ: учтены все ответы. На графике – шансы белых.
analysis-equity = { $grade ->
    [single] Очки – это эквити: P(выигрыш) − P(проигрыш).
   *[mars] Очки – это эквити: P(выигрыш) + P(марс) − P(проигрыш) − P(проигранный марс).
}
analysis-cube = Куб не учтён: потери даны при стоимости 1, удвоения не оценены.

band-masterly = игра мастера
band-strong = сильная игра
band-good = хорошая игра
band-fair = неплохая игра
band-learning = пока учится

## Один ход

analysis-turn = Ход { $number } из { $last }: { $name }, зары { $roll }, сыграно { $turn }.
analysis-better = Лучше: { $turn }. Сыгранное теряет { $cost } очка.
analysis-chances = { $grade ->
    [single] После сыгранного шансы такие ({ $name }): выигрыш – { $win } %.
   *[mars] После сыгранного шансы такие ({ $name }): выигрыш – { $win } %, марс – { $mars } %, проигранный марс – { $lost } %.
}
analysis-boards = Слева – как сыграно, справа – как лучше.

## Ошибка в записи за доской

judged-doubtful = Неточность −{ $cost }
judged-bad = Ошибка −{ $cost }
judged-very-bad = Зевок −{ $cost }
judged-better = { $judged }. Лучше: { $turn }.

## Пока она готовится

analysis-begun = Анализ начат.
analysis-made = Идёт анализ: ходов { $done } из { $of }.
analysis-waits = { $before ->
    [one] Сначала закончится ещё { $before } анализ.
    [few] Сначала закончатся ещё { $before } анализа.
   *[many] Сначала закончатся ещё { $before } анализов.
}
analysis-stopped = Анализ остановлен.
analysis-failed = Разобрать эту партию не удалось. Попробуйте позже.
analysis-busy = Сейчас разбирается слишком много партий. Попробуйте через минуту.
refused-analysis = Партия { $game } ещё идёт, и анализ был бы подсказкой. Попросите о нём, когда она закончится.
refused-analysis-record = Запись обрывается до конца партии, а разбираются только оконченные. { $command } – показать её.
refused-part = В анализе нет части { $part }. После { $command } ставят 1, 2 или 3, all или deep.

refused-stop = Этот анализ ждёт кто-то другой, поэтому он продолжается. Остановить его может тот, кто о нём попросил.

button-stop = Остановить
button-deeper = Глубже
button-chart = График

## Словами, для тех, кто слушает

analysis-spoken = Шансы белых на выигрыш, по числу сделанных ходов: { $points }.
analysis-spoken-point = { $number }: { $chance } %
analysis-spoken-short = Шансы белых на выигрыш, ходов { $turns }: от { $least } % до { $most } %.
analysis-spoken-turn = Две доски: слева после { $played }, как сыграно, справа после { $better }, как лучше.
analysis-spoken-before = { $told } До хода: { $board }

## Под оконченной партией

verdict-both = И игра, и зары лучше: { $name }.
verdict-each = Игра лучше: { $player }. Зары лучше: { $roller }.
verdict-played = Игра лучше: { $name }; зары одинаковы.
verdict-rolled = Зары лучше: { $name }; игра одинаково хороша.
verdict-neither = Игра одинаково хороша, и зары одинаковы.
