### Что бот говорит, кроме доски.

## Вызовы

card-open = { $challenger } вызывает любого желающего: { $rules }. Играет тот, кто примет вызов первым. Из другого чата: { $command }.
card-named = { $opponent }, вас вызывает { $challenger }: { $rules }.
card-rematch = { $opponent }, { $challenger } предлагает ещё одну партию: { $rules }.
card-waiting = Ваш вызов: { $opponent }, { $rules }. Партия начнётся, когда вызов примут.
card-accepted = { $challenger } и { $opponent } играют: { $rules }, партия { $game }.
card-declined = Вызов отклонён: { $challenger } – { $opponent }.
card-expired = Срок вызова истёк, никто на него не ответил: { $challenger }. { $command } – бросить новый.
card-expired-taken = Срок приглашения истёк: { $challenger }. Его принимает { $taker }, но партию вовремя не начали. { $command } – бросить новый вызов.
card-cancelled = Вызов отозван: { $challenger }.
card-taken = { $challenger }, ваше приглашение ({ $rules }) принимает { $taker } ({ $platform }). Это тот, кого вы ждали? Партия начнётся, когда вы нажмёте «Начать»; иначе приглашение откроется заново, с другой ссылкой.
card-taken-yours = Вы приняли приглашение: { $challenger }, { $rules }. Партия начнётся, когда { $challenger } её начнёт.
card-not-started = { $challenger } не начинает партию с вами, и это приглашение для вас закрыто.
card-blocked = { $challenger } у вас в чёрном списке. Снова получать вызовы: { $command }.
card-unreached = Ваш вызов: { $opponent }, { $rules }. Но { $opponent } не на связи: возможно, бот там заблокирован или личные сообщения закрыты. Вызов ждёт.
card-unreached-note = { $opponent } сейчас не на связи, поэтому вызов ждёт.
invitation = { $challenger } вызывает вас: { $rules }. Партия начнётся, когда вы примете вызов.
invitation-elsewhere = { $challenger } вызывает вас: { $rules }. Если вы примете вызов, бот сначала спросит того, кто вызывает: партия начнётся, когда { $challenger } её начнёт.
platform-web = локальный стол
platform-discord = Discord
platform-telegram = Telegram
button-start = Начать
button-not-him = Это не тот
button-block = Заблокировать
button-unblock = Разблокировать: { $name }
blocked = { $name } теперь у вас в чёрном списке: вызовы и предложения этого игрока до вас не дойдут, и никто об этом не узнает. Отменить: { $command }.
unblocked = { $name } больше не в чёрном списке: вызовы и предложения этого игрока снова доходят до вас.
block-question = Внести игрока { $name } в чёрный список? Вызовы и предложения этого игрока до вас не дойдут, и никто об этом не узнает.
button-undo-block = Отменить
blocked-list = В чёрном списке:
blocked-nobody = Ваш чёрный список пуст. { $command } избавит вас от чужих вызовов и предложений, и этот человек ничего не узнает.
blocked-briefly = Готово. Никто об этом не узнает.
blocked-elsewhere = На это я отвечаю лично: отправьте мне { $command } в личном чате.
button-accept = Принять
button-cancel = Отозвать
button-invite = Отправить другу
invite-text = { $challenger } зовёт вас сыграть: { $rules }.
button-elsewhere = Пригласить текстом
elsewhere-copy = Скопируйте это и отправьте куда угодно. Сыграет тот, кто примет приглашение первым.
elsewhere-invites = { $challenger } зовёт вас сыграть: { $rules }.
elsewhere-link = { $platform }: { $link }
elsewhere-command = { $platform }: отправьте { $command } боту { $bot }
elsewhere-browser = В браузере: { $link }
elsewhere-bot = Отправьте боту { $command }
play-stays = Вы играете в то же, что в прошлый раз: { $terms }. { $command } – классическая игра; для другой игры напишите её название.
play-private = Партия ждёт вас: { $chat }.
play-private-chat = наш личный чат
refused-no-private = Написать вам лично не получается. Разрешите личные сообщения или сначала напишите боту сами; потом { $command } начнёт партию там.
card-starts = Начинает { $name }.
card-acceptor-starts = Начинает тот, кто примет вызов.
card-hints = Подсказки разрешены обоим: { $command }.
card-clock = Часы: { $time }.
card-extended = Кто не выбросил ни одной шашки, теряет 3 очка, если его шашка ещё в начальной четверти (кокс), и 4, если она ещё на голове (домашний марс); эти определения – наши собственные.
terms-points = { $rules }, до { $points ->
    [one] { $points } очка
   *[other] { $points } очков
}
terms-games = { $rules }, { $games ->
    [one] { $games } партия
    [few] { $games } партии
   *[many] { $games } партий
}
terms-cube = { $terms }, с кубом удвоения
anyone = любой
challenge-label = { $challenge }: { $challenger } – { $opponent }, { $rules }
choose-challenge = Что из этого?
rematch-waits = Вы уже предложили ещё одну партию. Она начнётся, когда { $opponent } согласится.

## Справка

help-start = Это длинные нарды: играйте ход за ходом, когда есть время. После каждого шага видна доска.
greeting = Это длинные нарды: играйте ход за ходом, когда есть время. { $challenge } – вызвать кого-нибудь из чата, { $play } – сыграть с компьютером, { $help } – всё остальное.
help-commands = Команды, { $page } из { $pages }: { $title }
help-group-begin = Начать партию
help-group-moves = Ваш ход
help-group-game = Во время партии
help-group-study = Разбор и учёба
help-group-own = Вы и ваши данные
help-line = { $command } – { $what }
help-on-boards = Почти всё это есть и кнопками под доской.
help-talk = Ход пишется так: 24/18 13/8. Можно и 24-18: когда с 24 есть ход, в ответ на доску и после { $command }. Всё остальное – разговор.
button-challenge = Пригласить друга
button-program = Сыграть с компьютером
button-how = Как играть
button-private = Играть в личном чате
button-group = Играть в группе
button-next-of = Далее { $game }: { $white } – { $black }
button-next = Дальше ›
button-page-before = ‹
button-page-after = ›
how-1 = 1 из 6. Обе стороны идут по кругу в одну сторону, от головы к дому: белые от 24 до 1, чёрные от 12 до 1 и дальше от 24 до 13.
how-2 = 2 из 6. Все 15 шашек стоят на голове, и за ход с неё снимают одну; только куш 3-3, 4-4 или 6-6 на самом первом ходу может дать снять вторую.
how-3 = 3 из 6. Каждый зар – это ход шашкой, оба зара можно сыграть одной шашкой или двумя; если можно сыграть оба, надо сыграть оба, а если можно любой, но не оба, играют больший; куш играют четыре раза.
how-4 = 4 из 6. Пункт, где стоит хотя бы одна чужая шашка, закрыт: на нём нельзя остановиться, даже между двумя зарами, но одним заром через него перескакивают, и никого не бьют.
how-5 = 5 из 6. Шесть пунктов подряд – забор, через который никто не пройдёт; строить его можно, только если хотя бы одна чужая шашка уже прошла дальше.
how-6 = 6 из 6. Когда все 15 шашек дома, точный зар выбрасывает шашку, больший – только с самого дальнего пункта; кто закончит первым, выигрывает ойн, 1 очко, или марс, 2 очка, если соперник не выбросил ни одной.
how-otherwise = Эта страница – о классической игре. { $rules }: { $about }
how-opposed-1 = 1 из 5. Стороны идут навстречу друг другу: белые от 24 до 1, чёрные от 1 до 24, и последние шесть пунктов – дом.
how-opposed-2 = 2 из 5. Каждый зар – это ход шашкой, оба зара можно сыграть одной шашкой или двумя; если можно сыграть оба, надо сыграть оба, а если можно любой, но не оба, { $higher ->
    [0] выбираете вы
   *[1] играют больший
}; куш играют { $doubles ->
    [2] дважды
   *[4] четыре раза
}.
how-opposed-3 = 3 из 5. Пункт, где стоят две чужие шашки или больше, закрыт, но одним заром через него перескакивают, а одиночную шашку сбивают, и она уходит на бар: здесь с 13 можно сбить на 9, а 12 закрыт.
how-opposed-4 = 4 из 5. Шашка на баре ходит первой и входит в дом соперника: зар 3 вводит её на 22, а для 6 пункт 19 закрыт; кто войти не может, пропускает ход.
how-opposed-5 = 5 из 5. Когда все 15 шашек дома и на баре нет ни одной, точный зар выбрасывает шашку, больший – только с самого дальнего пункта; кто закончит первым, выигрывает { $scoring ->
    [one] 1 очко
   *[other] 1 очко, 2, если соперник не выбросил ни одной, или 3, если к тому же его шашка ещё в вашем доме или на баре
}.

## Как называется каждая команда

command-name-help = справка
command-name-play = играть
command-name-challenge = вызов
command-name-accept = принять
command-name-decline = отклонить
command-name-cancel = отозвать
command-name-roll = бросить
command-name-move = ход
command-name-undo = вернуть
command-name-done = готово
command-name-keep = оставить
command-name-reroll = перебросить
command-name-double = удвоить
command-name-take = взять
command-name-drop = отказаться
command-name-resign = сдаться
command-name-draw = ничья
command-name-pause = пауза
command-name-resume = возобновить
command-name-holidays = отпуск
command-name-claim = победа
command-name-more = продлить
command-name-board = доска
command-name-menu = меню
command-name-invite = пригласить
command-name-games = партии
command-name-next = дальше
command-name-puzzle = задача
command-name-continue = продолжить
command-name-rematch = реванш
command-name-record = запись
command-name-replay = повтор
command-name-analyse = анализ
command-name-import = загрузить
command-name-share = поделиться
command-name-read = словами
command-name-picture = картинка
command-name-rules = правила
command-name-settings = настройки
command-name-profile = профиль
command-name-block = заблокировать
command-name-unblock = разблокировать
command-name-link = объединить
command-name-unlink = разделить
command-name-forget = забыть
command-name-export = выгрузить
command-name-turn = повернуть
command-name-why = почему
command-name-hint = подсказка

## Что делает каждая команда

command-start = что это такое
command-help = все команды; с числом 1–6 или названием игры – как играть
command-play = играть с компьютером: новичок, любитель, знаток, мастер, чемпион
command-challenge = вызвать кого-то или любого: narde до 5, 3 партии, 3 дня, куб, кокс, подсказки, первым я
command-accept = принять вызов или предложение
command-decline = отклонить вызов или предложение
command-cancel = отозвать свой вызов
command-roll = бросить зары
command-move = сходить, например 24/18 13/8
command-undo = вернуть шашку; с числом – столько, со словом «все» – весь ход
command-done = закончить ход
command-keep = играть первый ход зарами жребия
command-reroll = бросить для первого хода заново
command-double = предложить удвоение
command-take = принять удвоение и играть дальше
command-drop = отказаться от удвоения и проиграть партию
command-resign = сдаться; можно указать, за сколько очков
command-draw = предложить ничью или согласиться на неё
command-pause = предложить паузу
command-resume = закончить паузу в партии
command-holidays = объявить дни, когда ваше время стоит: 24.12. 2.1.
command-claim = выиграть партию, в которой у соперника вышло время
command-more = дать сопернику, у которого вышло время, ещё два дня
command-board = показать здесь доску
command-menu = что ещё можно сделать в партии
command-invite = ваш открытый вызов текстом, чтобы отправить куда угодно
command-turn = доска с вашей стороны, только для вас
command-games = ваши партии; со словом «спящие» – давно оставленные
command-next = партия, которая ждёт вас больше других
command-continue = начать следующую партию матча
command-rematch = сыграть ещё раз
command-record = запись партии или матча; с mat – для других программ
command-replay = партия ещё раз
command-analyse = как сыграна партия: шансы, везение, худшие ходы
command-import = сохранить партию или матч из файла
command-share = ссылка, по которой видна доска; «выкл» закрывает её
command-read = доска словами
command-picture = доска крупной картинкой
command-rules = правила в нескольких строках
command-hint = лучшие ходы или совет о кубе, где подсказки разрешены
command-why = какое правило не даёт так пойти, например 13/7
command-settings = ваши настройки
command-profile = ваши результаты и зары; с именем – между вами
command-block = не получать вызовов и предложений от человека
command-unblock = убрать из чёрного списка
command-link = быть одним игроком на двух платформах
command-unlink = снова стать двумя

## Что можно написать после вызова: сначала самая обычная форма слова

typed-to = до
typed-points = очков очка очко
typed-games = партии партий партия
typed-sleeping = спящие спящая
typed-end = конец стоп закончить
typed-off = выкл выключить
typed-best = лучший лучшая лучшие
typed-of = из
typed-cube = куб
typed-extended = кокс
typed-hints = подсказки
typed-first = первым
typed-me = я
typed-opponent = соперник
typed-all = все всё
typed-private = лично личку личке
typed-no = без
typed-clock = часы
typed-bank = банк
typed-minutes = минут минуты минута мин
typed-hours = часов часа час ч
typed-days = дней дня день д
typed-weeks = недели неделя недель неделю н
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

## Сколько что длится и когда

clock-turn = { $time } на каждый ход
clock-bank = { $start }, с каждым ходом ещё { $more }, самое большее { $most }
time-minutes = { $count ->
    [one] { $count } минута
    [few] { $count } минуты
   *[many] { $count } минут
}
time-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[many] { $count } часов
}
time-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[many] { $count } дней
}
time-short-minutes = { $count } мин
time-short-hours = { $count } ч
time-short-days = { $count } д
moment-near = { $weekday } { $time }
moment-far = { $weekday } { $day } { $month }, { $time }
moment-utc = { $moment } UTC
day = { $day } { $month }
weekday = { $number ->
    [1] пн
    [2] вт
    [3] ср
    [4] чт
    [5] пт
    [6] сб
   *[7] вс
}
month = { $number ->
    [1] января
    [2] февраля
    [3] марта
    [4] апреля
    [5] мая
    [6] июня
    [7] июля
    [8] августа
    [9] сентября
    [10] октября
    [11] ноября
   *[12] декабря
}

## Списки и меню

games-none = Сейчас у вас нет партий. Сыграйте с компьютером или пригласите друга.
games-none-asleep = Ни одна ваша партия не спит. Сыграйте с компьютером или пригласите друга.
games-title = { $pages ->
    [1] Ваши партии:
   *[other] Ваши партии, страница { $page } из { $pages }:
}
games-title-asleep = { $pages ->
    [1] Ваши спящие партии: в них давно ничего не происходило. Любое действие в партии её будит.
   *[other] Ваши спящие партии: в них давно ничего не происходило. Страница { $page } из { $pages }. Любое действие в партии её будит.
}
games-line = { $game }: { $white } – { $black }, { $rules }. { $state }
games-waiting = { $white } – { $black }: { $command } начинает следующую партию матча.
games-yours = Ваш ход.
games-theirs = Ходит { $name }.
games-time-left = Осталось: { $time }.
games-time-out = Время вышло.
games-elsewhere = { $count ->
    [one] Ещё { $count } партия здесь не показана.
    [few] Ещё { $count } партии здесь не показаны.
   *[many] Ещё { $count } партий здесь не показано.
}
games-asleep = { $count ->
    [one] { $count } партия спит: в ней давно ничего не происходило. { $command } – показать её.
    [few] { $count } партии спят: в них давно ничего не происходило. { $command } – показать их.
   *[many] { $count } партий спят: в них давно ничего не происходило. { $command } – показать их.
}
waiting-here = Вас ждёт эта партия: { $line }
waiting-none = Ни одна партия вас не ждёт. { $command } – ваши партии.
waiting-none-match = Ни одна партия вас не ждёт. { $command } – начать следующую партию матча.
waiting-elsewhere = Из партий в этом чате ни одна вас не ждёт. { $count ->
    [one] Ещё { $count } партия ждёт вас в другом месте: { $command } в личном чате со мной покажет её.
    [few] Ещё { $count } партии ждут вас в другом месте: { $command } в личном чате со мной покажет их по очереди.
   *[many] Ещё { $count } партий ждут вас в другом месте: { $command } в личном чате со мной покажет их по очереди.
}
done-elsewhere = Готово, партия { $game }. В этом чате её не видно; ваша доска осталась там, где была.
choose-game = Какая партия?
choose-move = Какой ход?
choose-match = Какой матч продолжить?
choose-line = { $game }: { $white } – { $black }, { $rules }
menu-title = Партия { $game }: { $terms }.
menu-question = Что сделать?
record-title = Запись партии { $game }:
record-title-games = { $games ->
    [one] { $games } партия из загрузки { $game }:
    [few] { $games } партии из загрузки { $game }:
   *[many] { $games } партий из загрузки { $game }:
}
record-title-match = Запись матча, в котором была партия { $game }:
rules-text = { $rules }: { $text }
rules-choose = Другие игры: { $names }.
sure-resign = Сдать партию { $game }? Соперник: { $opponent }. Цена: { $grade }.
sure-offer-resignation = Предложить сдачу в партии { $game }? Соперник: { $opponent }. Цена: { $grade }. Пока ответа нет, игра продолжается.
sure-resign-lower = Можно предложить и меньше. Соперник: { $opponent }. Пока ответа нет, игра продолжается.
sure-pause = Предложить паузу в партии { $game }? Соперник: { $opponent }. Пока паузу никто не закончит, время ни у кого не идёт.
sure-draw = Предложить ничью в партии { $game }? Соперник: { $opponent }.
button-sure-resign = Сдаться: { $grade }
button-offer-grade = Предложить: { $grade }
button-sure-pause = Предложить паузу
button-end-holidays = Закончить сейчас
holidays-days = { $first } – { $last }
holidays-line = Ваш отпуск: { $days }.
holidays-none = Отпуска вы не объявляли.
holidays-example = 24.12. 2.1.
holidays-how = { $command } объявит целые дни, в которые ваше время стоит, не больше 30 в год. Соперники узнают об этом сразу.
holidays-announced = Ваш отпуск: { $days }. В эти дни ваше время стоит. Соперникам об этом уже сообщают.
holidays-ended = Ваш отпуск ({ $days }) окончен. Время снова идёт, а оставшиеся дни можно взять в другой раз.
holiday-ended-told = { $name } завершает отпуск раньше срока ({ $days }). Время этого игрока снова идёт.
holiday-told = { $name } объявляет отпуск: { $days }. Время этого игрока в эти дни стоит.
button-sure-draw = Предложить ничью

rules-about-long = классическая игра. На первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, если первую останавливает именно голова соперника. Забор из шести проверяют в конце хода: хотя бы одна чужая шашка должна быть впереди него.
rules-about-federation = как классическая игра, но если белые закончили первыми, у чёрных есть последний ход, и если чёрные тоже закончат, это ничья, по половине очка.
rules-about-sport = как классическая игра, но на первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, что бы ни остановило первую; запрещённый забор нельзя построить даже посреди хода; два зара, брошенные для жребия, – первый бросок.
rules-about-narde = как классическая игра, но на первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, что бы ни остановило первую. Следующую партию начинает победитель.
rules-about-palm = как классическая игра, но любой куш на любом ходу даёт снять с головы две шашки. Забор, за которым есть чужая шашка, можно строить, только если хотя бы одна чужая шашка уже у себя дома. Кто начинает, играет зары жребия как первый бросок ({ $keep }) или бросает заново ({ $reroll }).
rules-about-nard = старинная персидская игра. Стороны идут навстречу друг другу, одиночную шашку можно сбить, она входит снова с бара; куш – два хода.
rules-about-short = бэкгаммон. Стороны идут навстречу друг другу, одиночную шашку можно сбить, она входит снова с бара. Два зара, брошенные для жребия, – первый бросок.
rules-closed = Пункт хотя бы с одной чужой шашкой закрыт: на нём нельзя остановиться, даже между двумя зарами, но одним заром через него перескакивают.
rules-closed-twice = Пункт с двумя и более чужими шашками закрыт: на нём нельзя остановиться, даже между двумя зарами, но одним заром через него перескакивают.
rules-higher-die = Сыграть надо столько заров, сколько можно; если можно любой из двух, но не оба, играют больший.
rules-either-die = Сыграть надо столько заров, сколько можно; если можно любой из двух, но не оба, выбираете вы.
rules-bearing-off = Когда все 15 шашек дома, точный зар выбрасывает шашку, больший – только с самого дальнего пункта.
rules-score-oyn-mars = Победа стоит 1 очко, ойн, или 2, марс, если соперник не выбросил ни одной шашки.
rules-score-backgammon = Победа стоит 1 очко; 2, марс, если соперник не выбросил ни одной шашки; 3, кокс, если к тому же его шашка стоит в доме победителя.
rules-score-backgammon-bar = Победа стоит 1 очко; 2, марс, если соперник не выбросил ни одной шашки; 3, кокс, если к тому же его шашка стоит в доме победителя или на баре.
rules-score-one = Любая победа стоит 1 очко.
rules-undo = Пока ход не завершён, { $last } вернёт последнюю шашку, { $two } – две последние, { $all } – все.

## Профили

profile-elsewhere = Профиль показываю только лично: отправьте мне { $command } в личном чате.
profile-own = Ваши партии с людьми: побед { $won }, поражений { $lost }{ $drawn ->
    [0] .
   *[other] , ничьих { $drawn }.
}
profile-between = Вы и { $opponent }: ваших побед { $won }, поражений { $lost }{ $drawn ->
    [0] .
   *[other] , ничьих { $drawn }.
}
profile-none = Вы ещё ни с кем не сыграли партию до конца.
profile-none-between = { $name } и вы ещё не сыграли между собой ни одной партии до конца.
profile-computer = Ваши партии с компьютером: побед { $won }, поражений { $lost }{ $drawn ->
    [0] .
   *[other] , ничьих { $drawn }.
}
profile-points = Очки: { $own }–{ $others }.
profile-grades = Крупные победы: { $list }.
profile-only-rules = Все партии: { $rules }.
profile-rules = { $number } · { $rules }: { $score }
profile-score = { $drawn ->
    [0] { $won }–{ $lost }
   *[other] { $won }–{ $lost } (вничью { $drawn })
}
profile-dice = Зары в ваших последних партиях, самое большее в { $most }. Ваши: { $own }; соперников: { $others }.
profile-dice-between = Зары в ваших последних партиях друг с другом, самое большее в { $most }. Ваши: { $own }; { $opponent }: { $others }.
profile-luck = { $rolls ->
    [one] { $rolls } бросок
    [few] { $rolls } броска
   *[many] { $rolls } бросков
}, в среднем по { $pips }, кушей { $doubles } %
profile-chart = Светлое – победы, тёмное – поражения: слева по играм, { $drawn ->
    [0] справа по месяцам
   *[other] ничьи между ними, справа по месяцам
} ({ $months }).
profile-spoken = Ваши победы и поражения. По играм: { $games }. По месяцам: { $months }.
profile-spoken-short = Ваши победы и поражения: { $score }.
wins-mars = марс
wins-gammon = марс
wins-backgammon = кокс
wins-koks = кокс
wins-home-mars = домашний марс

## Настройки

settings-title = Ваши настройки. На кнопке видно, что выбрано; нажмите её, чтобы изменить.
settings-chat = Вид досок, язык и часовой пояс здесь – настройки этого чата, общие для всех.
settings-line = { $name }: { $value }.
name-present = Везде вас зовут { $name }. { $example } это изменит; { $command } вернёт имя вашей первой учётной записи.
name-example = Вера
name-set = Отныне вас везде зовут { $name }. { $command } вернёт прежнее.
name-of-account = Вас зовут так же, как вашу первую учётную запись: { $name }.
settings-own-numbers = В личных чатах и в ответах вам 24 – это ваша голова, а 1–6 – ваш дом. Ваши ходы читаются так везде. Доски в общих чатах и записи партий не меняются.
settings-change = Изменить это можно так: { $command }.
settings-how = Все значения одной из настроек: { $command }.
settings-in-private = Эта настройка касается только вас. Напишите мне в личном чате: { $command }.
setting-roll = Бросать зары автоматически
setting-forced = Играть вынужденные ходы автоматически
setting-confirm = Завершать сыгранный ход автоматически
setting-race = Доигрывать гонку автоматически, если хотят оба
setting-numbers = Нумерация пунктов
setting-reminders = Напоминать о партии, которая ждёт меня
setting-quiet = Тихие часы
setting-digest = Ежедневный список партий, которые ждут меня
setting-theme = Доска
setting-side = Внизу
setting-language = Язык
setting-boards = Прежняя доска после хода
setting-threads = Ветка для каждой партии
setting-name = Ваше имя на всех платформах
setting-name-none = Как в первой учётной записи
setting-daily = Позиция дня
setting-zone = Часовой пояс
setting-button = { $name }: { $value }
setting-button-written = { $name }…
setting-short-roll = Автобросок
setting-short-forced = Автоход
setting-short-confirm = Автоконец
setting-short-race = Автогонка
setting-short-numbers = Пункты
setting-short-reminders = Напоминать
setting-short-quiet = Тихие часы
setting-short-digest = Список дня
setting-short-theme = Вид
setting-short-side = Внизу
setting-short-language = Язык
setting-short-boards = Старые
setting-short-threads = Ветки
setting-short-daily = Позиция дня
setting-short-zone = Часовой пояс
value-short-on = да
value-short-off = нет
value-short-once = раз
value-short-daily = по дням
value-short-none = не выбрано
value-short-wood = дерево
value-short-dark = тёмный
value-short-contrast = контраст
value-short-compact = малый
value-short-compact-dark = малый тёмный
value-short-compact-contrast = малый контраст
value-short-w = белые
value-short-b = чёрные
value-short-own = мои
value-short-stay = стоят
value-short-shrink = сжать
value-short-delete = удалять
value-short-board = доски
value-short-own-side = свои
value-short-en = English
value-short-ru = Русский
value-on = да
value-off = нет
value-once = раз за ход
value-daily = каждый день
value-none = не выбрано
value-wood = дерево
value-dark = тёмная
value-contrast = высокий контраст
value-compact = компактная
value-compact-dark = компактная тёмная
value-compact-contrast = компакт-контраст
value-w = белые
value-b = чёрные
value-own = мой цвет
value-stay = остаётся
value-shrink = сжимается в строку
value-delete = удаляется
value-board = как на доске
value-own-side = со своей стороны
value-en = English
value-ru = Русский

## Отказы: что не так и что получится

refused-talk = Это не ход и не команда. Ход делает { $command } 24/18 13/8, а что ещё можно, покажет { $help }.
refused-unknown-command = Команды { $command } нет. Все команды: { $help }.
refused-command-like = Команды { $command } нет. Может быть, { $like }? Все команды: { $help }.
refused-unknown-button = Эта кнопка больше не действует. Что можно сделать: { $help }.
refused-no-such-game = Партии { $game } нет. Ваши партии: { CODE("/games") }.
refused-no-game = Здесь у вас нет партии. { $command } – сыграть с компьютером, { $other } – пригласить друга.
refused-none-finished = Ни одна ваша партия здесь не окончена. { $command } покажет её, когда она закончится.
refused-not-seated = Вы смотрите партию { $game }, а не играете в ней. { CODE("/challenge") } – начать свою.
refused-not-your-turn = Сейчас не ваш ход: ходит { $name }. Когда придёт ваша очередь, вас позовут.
refused-stale-board = Эта доска осталась от прошлого хода. Смотрите на нынешнюю.
refused-game-is-over = Партия { $game } окончена. Посмотреть: { CODE("/board", $game) }.
refused-game-goes-on = Партия { $game } ещё идёт. Предложите ещё одну, когда она закончится.
refused-not-rolled = Зары ещё не брошены. { CODE("/roll", $game) } – бросить.
refused-already-rolled = Зары уже брошены: { $roll }. Дальше: { $command }.
refused-turn-incomplete = Осталось сыграть: { $dice }. Можно пойти { $moves }.
refused-nothing-to-take-back = В этом ходу вы ещё не двигали шашек. Возвращать нечего.
refused-cannot-take-back = В этом ходу сделано только { $made ->
    [one] { $made } движение
    [few] { $made } движения
   *[many] { $made } движений
}, больше не вернуть. { CODE("/undo", $game, "все") } вернёт все.
refused-offer-waits = Предложение уже ждёт ответа. Ответить: { CODE("/accept", $game) } или { CODE("/decline", $game) }.
refused-own-offer-waits = На ваше предложение ещё не ответили. Отвечает { $name }; если вместо ответа сделать ход, предложение отпадёт.
refused-no-offer = В партии { $game } вам ничего не предлагают. { CODE("/draw", $game) } – предложить ничью.
refused-offer-is-over = На это предложение в партии { $game } уже ответили, или оно отпало. { CODE("/draw", $game) } – предложить ничью.
refused-cannot-resign = Так партию { $game } не сдать. Сдать партию можно так: { $ways }.
refused-cannot-lose = В партии { $game } вы уже выбросили все шашки и проиграть не можете. Остался только последний ход соперника.
refused-resign-way = { $command } ({ $grade })
refused-no-such-challenge = Вызова { $challenge } нет. { CODE("/challenge") } – бросить вызов.
refused-nothing-waits = Сейчас от вас не ждут ответа. { $command } – вызвать кого-нибудь.
refused-nothing-made = У вас нет открытых вызовов. { $command } – бросить вызов.
refused-challenge-closed = Этот вызов закрыт. { CODE("/challenge") } – бросить новый.
refused-challenge-taken = Это приглашение уже принял кто-то другой. { CODE("/challenge") } – бросить новый вызов.
refused-challenge-expired = Срок этого вызова истёк: никто на него не ответил. { CODE("/challenge") } – бросить новый.
refused-rematch-expired = Срок этого вызова истёк: никто на него не ответил. { CODE("/rematch", $game) } – бросить новый.
refused-invitation-expired = Срок этого приглашения истёк: его приняли, но партию вовремя не начали. { CODE("/challenge") } – бросить новый вызов.
refused-challenger-blocked = { $name } у вас в чёрном списке, поэтому принять этот вызов нельзя. { CODE("/unblock", $name) } – убрать из списка; потом примите ещё раз.
refused-challenge-accepted = Этот вызов уже стал партией { $game }. { CODE("/board", $game) } – показать её.
refused-challenge-for-another = Этот вызов не вам, его ждёт { $name }. { CODE("/challenge") } – бросить свой.
refused-challenge-for-anyone = Этот вызов открыт для всех. Если он вам не нужен, просто не отвечайте.
refused-own-challenge = Это ваш собственный вызов, принять его должен кто-то другой. { CODE("/cancel", $challenge) } – отозвать.
refused-not-the-challenger = Отозвать вызов может только тот, кто его бросил. { CODE("/decline", $challenge) } – отклонить вызов, брошенный вам.
refused-challenged-self = С самим собой сыграть нельзя. { CODE("/play") } – сыграть с компьютером.
refused-nobody-named = Среди ваших знакомых нет никого с именем { $name }: по имени находится тот, кто пишет в одном чате с вами или с кем вы играли. { CODE("/challenge") } без имени делает приглашение, которое можно отправить.
refused-several-named = Среди ваших знакомых несколько человек с именем { $name }. { CODE("/challenge") } без имени делает приглашение, которое можно отправить.
refused-cannot-reach = { $name } в личном чате не на связи: боту там не писали или он заблокирован. Бросьте вызов в общем чате; { CODE("/challenge") } без имени делает приглашение, которое можно отправить.
refused-too-many-invitations-tried = Приглашение несколько раз подряд оказалось неверным. { $minutes ->
    [one] Подождите { $minutes } минуту
    [few] Подождите { $minutes } минуты
   *[many] Подождите { $minutes } минут
}, потом откройте присланную ссылку или скопируйте её команду целиком.
refused-only-administrators-set = В этом чате это меняют только его администраторы: { $option }. В личном чате с ботом вид доски выбираете вы.
refused-only-players-set = В этом чате это меняют его администраторы и те, кто сыграл здесь десять ходов с человеком: { $option }. В личном чате с ботом вид доски выбираете вы.
refused-cannot-block = Заблокировать нельзя: { $name }. { CODE("/block") } с именем блокирует человека.
refused-not-blocked = В вашем чёрном списке этого игрока нет: { $name }. Посмотреть список: { CODE("/block") }.
refused-too-many-games = У вас уже { $limit } открытых партий, больше нельзя. Сначала закончите одну из них.
refused-too-many-challenges = У вас уже { $limit } открытых вызовов, больше нельзя. Сначала отзовите один: { CODE("/cancel") }.
refused-too-many-of-theirs = У игрока { $name } уже { $limit } открытых партий, больше нельзя. Партия сможет начаться, когда одна из них закончится.
refused-challenge-changed = Вызов тем временем принял кто-то другой или уже никто. Кто именно, видно на карточке; { CODE("/decline", $challenge) } снова откроет вызов для всех.
refused-too-fast = Слишком быстро, поэтому ничего не сделано. Повторите через { $seconds ->
    [one] { $seconds } секунду
    [few] { $seconds } секунды
   *[many] { $seconds } секунд
}.
refused-chat-full = Здесь за последнее время много новых досок и вызовов. Повторите через { $minutes ->
    [one] { $minutes } минуту
    [few] { $minutes } минуты
   *[many] { $minutes } минут
} или играйте в личном чате с ботом.
refused-challenged-often = { $name } и так получает много вызовов. Повторите через { $minutes ->
    [one] { $minutes } минуту
    [few] { $minutes } минуты
   *[many] { $minutes } минут
}.
refused-rules = Игры { $name } нет. Есть такие: { $names }.
refused-rules-or-level = Игры { $name } нет. Есть такие: { $names }; уровни компьютера – { $levels }.
refused-game-pauses = В партии { $game } пауза. { CODE("/resume", $game) } её закончит, и можно будет играть дальше.
refused-not-paused = Партия { $game } не на паузе. { CODE("/pause", $game) } предложит паузу сопернику.
refused-no-pause = Компьютер ждёт сколько угодно. Пауза не нужна.
refused-past-holiday = Отпуск – это целые дни, начиная с сегодняшнего; сначала пишут первый день. Например: { CODE("/holidays", holidays-example) }.
refused-far-holiday = Отпуск можно объявить не раньше чем за год до его начала. Выберите дни поближе.
refused-holiday-overlaps = На часть этих дней у вас уже объявлен отпуск. { CODE("/holidays") } покажет его, там же его можно закончить.
refused-holiday-too-long = В { $year } году у вас { $left ->
    [0] не осталось дней
    [one] остался { $left } день
    [few] осталось { $left } дня
   *[many] осталось { $left } дней
} отпуска из 30. Выберите меньше дней.
refused-too-many-holidays = Вы уже несколько раз объявляли отпуск, и каждый раз об этом сообщают соперникам. Снова это можно сделать через { $hours ->
    [one] { $hours } час
    [few] { $hours } часа
   *[many] { $hours } часов
}.
refused-no-holiday = Отпуска, который можно закончить, у вас нет. { CODE("/holidays", holidays-example) } объявит его.
refused-no-clock = Партия { $game } играется без часов, и время в ней не ограничено. О часах договариваются в { CODE("/challenge") }.
refused-own-time = Ход сейчас ваш, поэтому требовать победы нельзя. { CODE("/board", $game) } – показать доску.
refused-not-out-of-time = У игрока { $name } ещё есть время. Когда оно выйдет, вы об этом узнаете и сможете потребовать победы.
refused-no-hints = О подсказках в этой партии не договаривались. { CODE("/challenge hints") } предложит партию с подсказками, а с компьютером ({ CODE("/play") }) они есть всегда.
refused-hint-waits = Подсказка, о которой вы просили, ещё обдумывается. Она придёт сама.
refused-frame = Хода { $frame } в партии нет. После { $command } пишут номер хода, start, end или all.
refused-setting = Настройки { $option } нет. Есть такие: { $names }.
refused-value = У настройки { $name } нет такого значения. Возможны такие: { $values }.
refused-no-such-hours = Не понимаю, с какого по какой час. Например, { CODE("/settings quiet 22-8") } – это с 22:00 до 8:00.
refused-no-such-time = Не понимаю, в какое время. Например, с { CODE("/settings digest 09:00") } список приходит в девять утра.
refused-no-private-chat = Я не могу писать вам лично. Откройте личный чат со мной, отправьте там { CODE("/start") } и повторите.
refused-no-zone = Для этого нужно знать ваш часовой пояс. Сначала укажите его в личном чате со мной, например: { CODE("/settings zone Europe/Berlin") }.
refused-name-looks-taken = Выберите другое имя: это похоже на имя другого игрока. { CODE("/settings name off") } вернёт имя вашей учётной записи.
refused-no-such-name = В этом имени ничего не видно. Наберите имя из букв или цифр; { CODE("/settings name off") } вернёт имя вашей учётной записи.
refused-no-such-zone = Часового пояса { $typed } я не знаю. Подойдёт { CODE("/settings zone Europe/Berlin") } или просто название города по-английски.
refused-several-zones = { $typed } – это несколько часовых поясов. Подойдёт один из них: { $names }.
refused-no-cube = { $ruleset }: здесь играют без куба удвоения. С кубом играют в { $names }.
refused-no-cube-to-one-point = В матче до одного очка куба удвоения нет. Играйте без куба или до большего числа очков.
refused-not-extended = { $ruleset }: кокс и домашний марс сюда не добавить. Их можно добавить в { $names }.
refused-no-such-length = Матч бывает до 1–25 очков или из 1–25 партий. Напишите, например, { CODE("до 5") } или { CODE("3 партии") }.
refused-two-lengths = Здесь две разные длины матча, а нужна одна. Напишите { CODE("до 5") } или { CODE("3 партии") }.
refused-no-such-clock = Время на часах – это целое число часов, от 1 часа до 60 дней. Напишите, например, { CODE("3 дня") }, { CODE("банк 7д+1д") } или { CODE("без часов") }.
refused-two-clocks = Здесь названы двое часов, а партии нужны одни. Напишите { CODE("3 дня") }, { CODE("банк 7д+1д") } или { CODE("без часов") }.
refused-no-clock-against-computer = С компьютером играют без часов: он ждёт сколько угодно. С часами играют с людьми: { CODE("/challenge") }.
refused-not-a-starter = Начать может только один из двух игроков. Напишите { CODE("первым я") } или { CODE("первым соперник") }.
refused-double-no-cube = В этой партии нет куба. { CODE("/challenge cube") } – сыграть с кубом; когда кому-то останется одно очко до победы, одна партия пройдёт без куба.
refused-double-rolled = Удваивают только до броска. Вы сможете удвоить в свой следующий ход.
refused-double-owned = Куб у соперника, и удвоить сейчас может только он. { CODE("/roll", $game) } – бросить зары.
refused-double-highest = На кубе 64, выше он не поднимается. { CODE("/roll", $game) } – бросить зары.
refused-nothing-doubled = В партии { $game } никто не предлагал удвоения. { CODE("/board", $game) } – показать доску.
refused-double-waits = Сначала ответьте на удвоение. { CODE("/take", $game) } – принять, { CODE("/drop", $game) } – отказаться.
refused-nothing-to-choose = В партии { $game } решать о зарах жребия не нужно. { CODE("/board", $game) } – показать доску.
refused-choice-waits = Сначала решите, что делать с зарами жребия. { CODE("/keep", $game) } – играть их, { CODE("/reroll", $game) } – бросить заново.
refused-match-goes-on = Матч ещё не окончен, реванш пока невозможен. { CODE("/continue", $game) } – начать следующую партию.
refused-match-is-over = Матч окончен, следующей партии в нём нет. { CODE("/rematch", $game) } – предложить ещё один матч.
refused-next-begun = Следующая партия матча уже началась: { $game }. { CODE("/board", $game) } – показать её.
refused-no-next = Ни один ваш матч не ждёт следующей партии. { $command } – начать новый.
thread-which = Неясно, о какой из ваших партий речь. Посмотрите список: { $command }. Короткое имя партии после команды выберет нужную.
refused-expired = Этот вопрос уже закрыт. Повторите команду.
refused-nothing-typed = Какой ход? Например: { $command }.
refused-failed = Что-то сломалось у нас, ничего не изменилось. Попробуйте ещё раз.

## Ходы, которые нельзя сделать

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

## Правила, которые за ними стоят: так их называет /why

why-possible = Так пойти можно.
why-possible-ways = Так пойти можно, и не одним способом: { $moves }.
why-where-prime = Забор стоял бы на { $points }.
why-not-rolled = Зары ещё не брошены. Спросите после броска.
answer-to-another = Ходит { $name }, зары { $roll }. Ответ такой:
rule-own = Правило: каждый ходит своими шашками.
rule-dice = Правило: каждый зар ведёт одну шашку на своё число и играется один раз.
rule-closed = Правило: пункт хотя бы с одной чужой шашкой закрыт: на нём нельзя остановиться, даже между двумя зарами, но одним заром через него перескакивают.
rule-closed-twice = Правило: пункт с двумя и более чужими шашками закрыт: на нём нельзя остановиться, даже между двумя зарами, но одним заром через него перескакивают.
rule-way = Правило: обе стороны идут по кругу в одну сторону, белые от 24 до 1, чёрные от 12 до 1 и дальше от 24 до 13.
rule-way-against = Правило: стороны идут навстречу друг другу, белые от 24 до 1, чёрные от 1 до 24.
rule-full-roll = Правило полного хода: сыграть надо столько заров, сколько можно.
rule-higher-die = Правило большего зара: если можно сыграть только один из двух, играют больший, если он играется.
rule-pass = Правило пропуска: ход пропускают, только если не может пойти ни одна шашка.
rule-complete = Правило: ход сыгран, когда не осталось зара, который можно сыграть.
rule-head-stopped = Правило головы: за ход с неё снимают одну шашку; на первом ходу две при куше 3-3, 4-4 или 6-6, если первую останавливает именно голова соперника.
rule-head-first = Правило головы: за ход с неё снимают одну шашку, на первом ходу две при куше 3-3, 4-4 или 6-6.
rule-head-doubles = Правило головы: за ход с неё снимают одну шашку, а при любом куше две.
rule-prime = Правило забора: впереди шести пунктов подряд в конце хода должна быть чужая шашка.
rule-prime-every-move = Правило забора: впереди шести пунктов подряд после каждого движения должна быть чужая шашка.
rule-home-prime = Правило забора: шесть пунктов подряд перед чужой шашкой можно держать, только если другая уже у себя дома.
rule-home = Правило выброса: он начинается, когда все пятнадцать шашек дома.
rule-behind = Правило выброса: точный зар выбрасывает со своего пункта, больший – только с самого дальнего.
rule-bar = Правило бара: сначала входят шашки с бара, потом ходят остальные.
rule-star = Правило записи: звёздочка стоит там, где бьют шашку.

## Ссылки, по которым видна доска

share-link = Доску партии { $game } увидит каждый, у кого есть эта ссылка: { $link }
share-link-inside = В Telegram её сразу откроет эта: { $link }
share-command = Доску партии { $game } увидит каждый, кто пришлёт мне { $command } в любом чате.
share-command-too = В любом чате доску покажет и команда { $command }.
share-sees = Зрители могут только смотреть и не видят хода, пока он не сделан целиком. Закрыть доступ может каждый из игроков, в любой момент.
share-ended-in-chat = Партию { $game } снова видят только её игроки. { $command } даст ссылку на неё.
share-ended = Ссылка на партию { $game } больше не работает. { $command } сделает новую.
button-share = Поделиться
button-share-off = Закрыть доступ
button-look-again = Обновить
refused-no-such-share = Эта ссылка не ведёт ни к какой доске: она неполная или больше не работает. Попросите новую у одного из игроков; её делает { CODE("/share") }.
refused-not-shared = Ссылки на партию { $game } нет. { CODE("/share", $game) } её сделает.
refused-too-many-shares-tried = Несколько ссылок подряд никуда не привели. { $minutes ->
    [one] Подождите { $minutes } минуту
    [few] Подождите { $minutes } минуты
   *[many] Подождите { $minutes } минут
}, потом скопируйте присланную команду целиком.

## Зал

lobby-challenges = Вас вызывает { $challenger }
lobby-seeks = { $challenger } ищет соперника
lobby-own-challenges = Вы ждёте ответа: { $opponent }
lobby-own-seeks = Вы ждёте любого соперника
lobby-taken = Вызов принимает { $taker }. Это тот, кого вы ждали?

## Учётные записи одного человека

link-code = В течение десяти минут отправьте мне { $command } в личном чате с другой вашей учётной записи, на другой платформе.
link-secret = Потом спрошу обе стороны и только после этого всё объединю. Никому не говорите код: кто его наберёт, тот просится играть за вас.
link-seat = Ваше место за локальным столом можно открыть и в другом браузере: нажмите «{ $button }».
link-seat-address = Эта ссылка открывает ваше место за локальным столом. Откройте её в течение десяти минут в том браузере, где хотите играть: { $address }
link-seat-fragment = Так открывается ваше место за локальным столом. Откройте стол в том браузере, где хотите играть, в течение десяти минут допишите это в конец адреса и нажмите Enter: { $fragment }
link-seat-secret = Это сработает один раз. Никому не пересылайте: кто откроет, тот играет за вас. Если эти учётные записи разделить, тот браузер место потеряет.
link-seat-here = Вы за столом. Открыть своё место на другом устройстве можно в меню под вашим именем.
link-no-seat = Места за локальным столом у вас нет. Сядьте там и отправьте мне { $command }: тогда обе учётные записи станут одним игроком.
link-seat-removed = Вашего места за локальным столом больше нет. Отправьте { $part }, чтобы отделить его, сядьте там заново и отправьте мне { $command }: тогда обе учётные записи станут одним игроком.
link-elsewhere = Коды я говорю только лично: отправьте мне { $command } в личном чате.
link-void = Здесь читают и другие, поэтому этот код больше не действует. Попросите новый командой { $command } в личном чате и наберите его тоже в личном.
link-account = { $name } ({ $platform })
link-is-of = Этот код принадлежит учётной записи { $account }.
link-was-typed = Ваш код набрали с учётной записи { $account }.
link-calls = { $name }, вопрос о вашей учётной записи:
link-means = После объединения вы – один игрок: { $account } может делать от вашего имени всё и играет ваши партии ({ $mine }), а вы – партии { $account } ({ $theirs }).
link-sure = Объединяйте только с собственной учётной записью; если об этом попросил кто-то другой, нажмите «Нет». Узнают все учётные записи, и семь дней { $command } всё отменяет.
link-games = { $count ->
    [0] сейчас ни одной
    [one] { $count } партия
    [few] { $count } партии
   *[many] { $count } партий
}
link-games-against = { $games }, соперники: { $names }
link-other-asked = Теперь я спрашиваю в личном чате: { $account }. Пока там не ответят «да», ничего не объединится; ждать можно час.
link-linked = { $accounts } – теперь один игрок по имени { $name }, с партиями и настройками обоих. В течение семи дней { $command } отменит это целиком.
link-undone = { $one } и { $other } – снова разные игроки. Партии, начатые за это время, остаются у того, кто здесь дольше.
link-refused = Ничего не объединено.
button-link-yes = Да, это я
button-link-no = Нет
button-link-seat = Открыть моё место
button-unlink = Разделить снова
unlink-ask = { $accounts } – один игрок. Разделить учётные записи, объединённые последними? Каждая получит своё обратно; начатое за это время останется у той, что здесь дольше.
unlink-which = Какая учётная запись начнёт заново отдельным игроком? Все партии останутся у остальных.
unlink-kept = Ваши учётные записи остаются одним игроком.
unlink-undone = Ваши учётные записи – снова разные игроки. Об этом узнает каждая из них.
unlink-taken-out = Эта учётная запись ({ $platform }) теперь отдельный игрок и начинает заново. Об этом узнает каждая.
refused-no-such-link-code = Такой код не ждёт: в нём опечатка, он использован, заменён или старше десяти минут. Новый сделает { CODE("/link") } с другой вашей учётной записи.
refused-own-link-code = Это ваш собственный код. Наберите его с другой вашей учётной записи, на другой платформе.
refused-too-many-link-codes = Три кода за день у вас уже были. { $hours ->
    [one] Попросите снова через { $hours } час
    [few] Попросите снова через { $hours } часа
   *[many] Попросите снова через { $hours } часов
}.
refused-same-platform = Учётные записи здесь уже есть у обоих: { $platform }. У одного игрока на каждой платформе может быть одна.
refused-have-played = Между вами и игроком { $name } уже были партии или вызовы, поэтому стать одним игроком вы не можете. Вызов, который ещё ждёт, можно отозвать; сыгранное остаётся.
refused-no-such-link = На это уже ответили, это отменено или прошло слишком много времени. { CODE("/link") } начнёт заново.
refused-nothing-to-unlink = У вас одна учётная запись, разделять нечего. { CODE("/link") } объединит её с другой.
refused-history-stays = Все партии остаются за вашей первой учётной записью ({ $platform }). Отделить её можно только с неё самой, чтобы никто другой не забрал её партии.
refused-too-many-codes-tried = Несколько кодов подряд оказались неверными. { $minutes ->
    [one] Подождите { $minutes } минуту
    [few] Подождите { $minutes } минуты
   *[many] Подождите { $minutes } минут
} и наберите код целиком, как его получила другая ваша учётная запись.
