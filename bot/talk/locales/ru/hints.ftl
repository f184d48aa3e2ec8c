### Подсказки: лучшие ходы, почему они лучшие, и куб.

## Лучшие ходы

hint-thinking = Партия { $game }: ищу лучшие ходы, зары 🎲 { $roll }.
hint-title = Лучшие ходы, зары 🎲 { $roll }:
hint-best = 1. { $turn }
hint-other = { $place }. { $turn } теряет { $cost }
hint-as-good = { $place }. { $turn } – не хуже
hint-only = Зары 🎲 { $roll } можно сыграть только так: { $turn }.
hint-costs = На доске – первый ход. Потеря: сколько очков ход в среднем уступает первому.
hint-made-part = Вы уже сыграли { $moves }: это часть лучшего хода.
hint-made-best = Вы уже сыграли { $moves }: это и есть лучший ход.
hint-made = Вы уже сыграли { $moves }; { $command } – вернуть.

## Почему лучшие ходы: что видно после них и после более слабого

hint-after = { $turns ->
    [1] После хода 1
    [2] После ходов 1 и 2
   *[3] После ходов 1–3
}
hint-reason = { $after }: { $reason } ({ $compared }).
hint-also = Кроме того, { $reason } ({ $compared }).
hint-compared = после хода { $place } – { $other }
hint-compared-point = после хода { $place } он открыт
hint-same = Разницы нет: все рассмотренные ходы равноценны.
hint-close = Разница мала: ни один из рассмотренных ходов не теряет больше { $cost }.
hint-blocks = { $count ->
    [0] любой бросок соперник сыграет полностью
    [one] { $figure } бросок из 36 соперник не сыграет полностью
    [few] { $figure } броска из 36 соперник не сыграет полностью
   *[many] { $figure } бросков из 36 соперник не сыграет полностью
}
hint-shuts-out = { $count ->
    [0] при любом броске у соперника есть ход
    [one] { $figure } бросок из 36 не даёт сопернику ни одного хода
    [few] { $figure } броска из 36 не дают сопернику ни одного хода
   *[many] { $figure } бросков из 36 не дают сопернику ни одного хода
}
hint-slows = { $count ->
    [one] у соперника { $figure } способ сыграть один зар
    [few] у соперника { $figure } способа сыграть один зар
   *[many] у соперника { $figure } способов сыграть один зар
}
hint-stands-in-way = { $count ->
    [one] на пути шашек соперника вы держите { $figure } пункт
    [few] на пути шашек соперника вы держите { $figure } пункта
   *[many] на пути шашек соперника вы держите { $figure } пунктов
}
hint-holds-point = { $count ->
    [one] вы держите пункт { $point } на пути { $figure } шашки соперника
   *[many] вы держите пункт { $point } на пути { $figure } шашек соперника
}
hint-prime = { $count ->
    [one] перед последней шашкой соперника вы держите { $figure } пункт
    [few] перед последней шашкой соперника вы держите { $figure } пункта подряд
   *[many] перед последней шашкой соперника вы держите { $figure } пунктов подряд
}
hint-broken-prime = { $count ->
    [one] перед последней шашкой соперника вы держите { $figure } пункт из шести подряд
    [few] перед последней шашкой соперника вы держите { $figure } пункта из шести подряд
   *[many] перед последней шашкой соперника вы держите { $figure } пунктов из шести подряд
}
hint-builds = { $count ->
    [0] ни один бросок не даст вам затем пяти пунктов подряд
    [one] { $figure } бросок из 36 даст вам затем пять пунктов подряд
    [few] { $figure } броска из 36 дадут вам затем пять пунктов подряд
   *[many] { $figure } бросков из 36 дадут вам затем пять пунктов подряд
}
hint-stops-prime = { $count ->
    [0] ни один бросок не даст сопернику пяти пунктов подряд
    [one] { $figure } бросок из 36 даст сопернику пять пунктов подряд
    [few] { $figure } броска из 36 дадут сопернику пять пунктов подряд
   *[many] { $figure } бросков из 36 дадут сопернику пять пунктов подряд
}
hint-traps = { $count ->
    [one] за вашим забором от четырёх пунктов { $figure } шашка соперника
    [few] за вашим забором от четырёх пунктов { $figure } шашки соперника
   *[many] за вашим забором от четырёх пунктов { $figure } шашек соперника
}
hint-escapes = { $count ->
    [0] за забором соперника нет ваших шашек
    [one] за забором соперника { $figure } ваша шашка
    [few] за забором соперника { $figure } ваши шашки
   *[many] за забором соперника { $figure } ваших шашек
}
hint-freer = { $count ->
    [0] любой бросок вы затем сыграете полностью
    [one] { $figure } бросок из 36 вы затем не сыграете полностью
    [few] { $figure } броска из 36 вы затем не сыграете полностью
   *[many] { $figure } бросков из 36 вы затем не сыграете полностью
}
hint-nimbler = { $count ->
    [one] у вас будет { $figure } способ сыграть один зар
    [few] у вас будет { $figure } способа сыграть один зар
   *[many] у вас будет { $figure } способов сыграть один зар
}
hint-opens-head = { $count ->
    [0] на голове у вас не остаётся шашек
    [one] у вас на голове остаётся { $figure } шашка
    [few] у вас на голове остаются { $figure } шашки
   *[many] у вас на голове остаётся { $figure } шашек
}
hint-spreads = { $count ->
    [one] вы держите { $figure } пункт вне своего дома
    [few] вы держите { $figure } пункта вне своего дома
   *[many] вы держите { $figure } пунктов вне своего дома
}
hint-lower-stack = { $count ->
    [one] в самой высокой вашей стопке между головой и домом { $figure } шашка
    [few] в самой высокой вашей стопке между головой и домом { $figure } шашки
   *[many] в самой высокой вашей стопке между головой и домом { $figure } шашек
}
hint-hits = { $count ->
    [one] на баре { $figure } шашка соперника
    [few] на баре { $figure } шашки соперника
   *[many] на баре { $figure } шашек соперника
}
hint-safer = { $count ->
    [0] соперник не может вас побить
    [one] { $figure } бросок из 36 позволяет сопернику побить вас
    [few] { $figure } броска из 36 позволяют сопернику побить вас
   *[many] { $figure } бросков из 36 позволяют сопернику побить вас
}
hint-fewer-blots = { $count ->
    [0] у вас нет одиночных шашек
    [one] у вас { $figure } одиночная шашка
    [few] у вас { $figure } одиночные шашки
   *[many] у вас { $figure } одиночных шашек
}
hint-home-points = { $count ->
    [one] вы держите { $figure } пункт своего дома
    [few] вы держите { $figure } пункта своего дома
   *[many] вы держите { $figure } пунктов своего дома
}
hint-anchors = { $count ->
    [one] вы держите { $figure } пункт в доме соперника
    [few] вы держите { $figure } пункта в доме соперника
   *[many] вы держите { $figure } пунктов в доме соперника
}
hint-comes-home = { $count ->
    [one] дома { $figure } ваша шашка
    [few] дома { $figure } ваши шашки
   *[many] дома { $figure } ваших шашек
}
hint-nearer-home = { $count ->
    [0] все ваши шашки дома
    [one] до полного сбора дома вам остаётся { $figure } пипс
    [few] до полного сбора дома вам остаются { $figure } пипса
   *[many] до полного сбора дома вам остаётся { $figure } пипсов
}
hint-bears-off = { $count ->
    [one] выброшена { $figure } ваша шашка
    [few] выброшены { $figure } ваши шашки
   *[many] выброшено { $figure } ваших шашек
}
hint-fewer-rolls = { $count ->
    [1] вам нужно в среднем ещё { $figure } броска
   *[many] вам нужно в среднем ещё { $figure } броска
}
hint-saves-mars = { $grade ->
   *[mars] { $count ->
        [one] вы проигрываете марс примерно в { $figure } партии из 100
       *[many] вы проигрываете марс примерно в { $figure } партиях из 100
    }
}
hint-keeps-mars = { $grade ->
   *[mars] { $count ->
        [one] вы выигрываете марс примерно в { $figure } партии из 100
       *[many] вы выигрываете марс примерно в { $figure } партиях из 100
    }
}
hint-wins = { $count ->
    [one] вы выигрываете примерно { $figure } партию из 100
    [few] вы выигрываете примерно { $figure } партии из 100
   *[many] вы выигрываете примерно { $figure } партий из 100
}

## Куб: удваивать ли, принимать ли

cube-hint-thinking = Партия { $game }: считаю, чего стоит удвоение.
cube-hint-close = { $advice } Разницы почти нет.
cube-hint-no-double = Бросайте: удваивать рано.
cube-hint-take = Удваивайте: сопернику лучше принять.
cube-hint-drop = Удваивайте: сопернику лучше отказаться.
cube-hint-too-good = Бросайте: положение слишком хорошее, чтобы удваивать. Играйте на большее, чем даст отказ соперника.
cube-hint-takes = Примите удвоение.
cube-hint-drops = Откажитесь от удвоения.
cube-hint-doubles-points = Очков вы в среднем выиграете: { $roll } без удвоения, { $take }, если его примут, { $drop }, если откажутся.
cube-hint-answers-points = Очков вы в среднем выиграете: { $take }, если примете, { $drop }, если откажетесь.
cube-hint-doubles-match = Вы выиграете матч: { $roll } % без удвоения, { $take } %, если его примут, { $drop } %, если откажутся.
cube-hint-answers-match = Вы выиграете матч: { $take } %, если примете, { $drop } %, если откажетесь.

## Подсказка на открытой доске: две короткие строки и по предложению до 45 букв на каждую причину

hint-of-game = Партия { $game }:
board-hint-best = Лучший ход: { $turn }. { $reason }
board-hint-only = Возможен только ход { $turn }.
board-hint-other = { $place }. { $turn } теряет { $cost }.
board-hint-as-good = { $place }. { $turn } не хуже.
board-hint-instead = Лучший ход: { $turn }.
board-hint-close = Разница мала.
board-hint-next = { $turn } теряет { $cost }.
board-hint-next-as-good = { $turn } не хуже.
board-hint-blocks = { $count ->
    [one] { $figure } бросок из 36 не сыграть целиком.
    [few] { $figure } броска из 36 не сыграть целиком.
   *[many] { $figure } бросков из 36 не сыграть целиком.
}
board-hint-shuts-out = { $count ->
    [one] { $figure } бросок из 36 не сыграть вовсе.
    [few] { $figure } броска из 36 не сыграть вовсе.
   *[many] { $figure } бросков из 36 не сыграть вовсе.
}
board-hint-slows = { $count ->
    [one] Сопернику остаётся { $figure } ход одним заром.
    [few] Сопернику остаются { $figure } хода одним заром.
   *[many] Сопернику остаётся { $figure } ходов одним заром.
}
board-hint-stands-in-way = { $count ->
    [one] На пути соперника { $figure } пункт.
    [few] На пути соперника { $figure } пункта.
   *[many] На пути соперника { $figure } пунктов.
}
board-hint-holds-point = { $count ->
    [one] Пункт { $point } мешает { $figure } шашке.
   *[many] Пункт { $point } мешает { $figure } шашкам.
}
board-hint-prime = Пунктов подряд: { $figure }.
board-hint-prime-row = Пунктов подряд: { $figure } ({ $row }).
board-hint-broken-prime = Занято { $figure } из шести подряд.
board-hint-builds = { $count ->
    [one] { $figure } бросок из 36 даст забор из пяти.
    [few] { $figure } броска из 36 дадут забор из пяти.
   *[many] { $figure } бросков из 36 дадут забор из пяти.
}
board-hint-stops-prime = { $count ->
    [0] Забор из пяти вам не грозит.
    [one] { $figure } бросок из 36 даст сопернику забор.
    [few] { $figure } броска из 36 дадут сопернику забор.
   *[many] { $figure } бросков из 36 дадут сопернику забор.
}
board-hint-traps = { $count ->
    [one] За забором { $figure } шашка соперника.
    [few] За забором { $figure } шашки соперника.
   *[many] За забором { $figure } шашек соперника.
}
board-hint-escapes = { $count ->
    [0] Ваших шашек за забором нет.
    [one] За забором { $figure } ваша шашка.
    [few] За забором { $figure } ваши шашки.
   *[many] За забором { $figure } ваших шашек.
}
board-hint-freer = { $count ->
    [0] Затем сыграет любой бросок.
    [one] Затем не сыграет { $figure } бросок из 36.
    [few] Затем не сыграют { $figure } броска из 36.
   *[many] Затем не сыграют { $figure } бросков из 36.
}
board-hint-nimbler = { $count ->
    [one] Затем у вас { $figure } ход одним заром.
    [few] Затем у вас { $figure } хода одним заром.
   *[many] Затем у вас { $figure } ходов одним заром.
}
board-hint-opens-head = { $count ->
    [0] Голова пуста.
    [one] На голове { $figure } шашка.
    [few] На голове { $figure } шашки.
   *[many] На голове { $figure } шашек.
}
board-hint-spreads = { $count ->
    [one] Вне дома занят { $figure } пункт.
    [few] Вне дома занято { $figure } пункта.
   *[many] Вне дома занято { $figure } пунктов.
}
board-hint-lower-stack = В самой высокой стопке { $figure }.
board-hint-hits = { $count ->
    [one] На баре { $figure } шашка соперника.
    [few] На баре { $figure } шашки соперника.
   *[many] На баре { $figure } шашек соперника.
}
board-hint-safer = { $count ->
    [0] Вас не побить.
    [one] Вас побьёт { $figure } бросок из 36.
    [few] Вас побьют { $figure } броска из 36.
   *[many] Вас побьют { $figure } бросков из 36.
}
board-hint-fewer-blots = { $count ->
    [0] Одиночных шашек нет.
    [one] { $figure } одиночная шашка.
    [few] { $figure } одиночные шашки.
   *[many] { $figure } одиночных шашек.
}
board-hint-home-points = { $count ->
    [one] В вашем доме занят { $figure } пункт.
    [few] В вашем доме занято { $figure } пункта.
   *[many] В вашем доме занято { $figure } пунктов.
}
board-hint-anchors = { $count ->
    [one] В доме соперника занят { $figure } пункт.
    [few] В доме соперника занято { $figure } пункта.
   *[many] В доме соперника занято { $figure } пунктов.
}
board-hint-comes-home = { $count ->
    [one] { $figure } шашка дома.
    [few] { $figure } шашки дома.
   *[many] { $figure } шашек дома.
}
board-hint-nearer-home = { $count ->
    [0] Все шашки дома.
    [one] До дома { $figure } пипс.
    [few] До дома { $figure } пипса.
   *[many] До дома { $figure } пипсов.
}
board-hint-bears-off = { $count ->
    [one] Выброшена { $figure } шашка.
    [few] Выброшены { $figure } шашки.
   *[many] Выброшено { $figure } шашек.
}
board-hint-fewer-rolls = Бросков до конца в среднем: { $figure }.
board-hint-saves-mars = { $grade ->
    [gammon] Проигранных марсов: { $figure } на 100 партий.
   *[mars] Проигранных марсов: { $figure } на 100 партий.
}
board-hint-keeps-mars = { $grade ->
    [gammon] Выигранных марсов: { $figure } на 100 партий.
   *[mars] Выигранных марсов: { $figure } на 100 партий.
}
board-hint-wins = { $count ->
    [one] { $figure } победа на 100 партий.
    [few] { $figure } победы на 100 партий.
   *[many] { $figure } побед на 100 партий.
}
