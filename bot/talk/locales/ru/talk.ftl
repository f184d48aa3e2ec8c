### Что бот говорит, кроме доски.

## Вызовы

card-open = { $challenger } вызывает любого: { $rules }. Играет тот, кто примет вызов первым. Из другого чата: { $command }.
card-named = { $opponent }, вас вызывает { $challenger }: { $rules }.
card-rematch = { $opponent }, { $challenger } предлагает ещё одну партию: { $rules }.
card-waiting = Ваш вызов: { $opponent }, { $rules }. Партия начнётся, когда вызов будет принят.
card-accepted = { $challenger } и { $opponent } играют: { $rules }, партия { $game }.
card-declined = { $challenger } – { $opponent }: вызов отклонён.
card-cancelled = { $challenger } отзывает вызов.
button-accept = Принять
button-cancel = Отозвать
button-invite = Отправить другу
invite-text = { $challenger } зовёт вас сыграть: { $rules }.
anyone = любой
challenge-label = { $challenge }: { $challenger } – { $opponent }, { $rules }
choose-challenge = Что из этого?
rematch-waits = Вы уже предложили ещё одну партию. Она начнётся, когда { $opponent } согласится.

## Справка

help-start = Это длинные нарды: играйте ход за ходом, когда есть время. После каждого шага видна доска.
help-commands = Команды:
help-line = { $command } – { $what }
help-talk = Ход пишется так: 24/18 13/8, а после { $command } можно и 24-18. Всё остальное – разговор.
button-challenge = Вызвать друга
button-program = Сыграть с программой
button-how = Как играть
button-group = Играть в группе
button-next = Дальше ›
how-1 = 1 из 6. Обе стороны идут по кругу в одну сторону, от головы к дому: белые от 24 до 1, чёрные от 12 до 1 и дальше от 24 до 13.
how-2 = 2 из 6. Все 15 шашек стоят на голове, и за ход с неё снимают одну; только куш 3-3, 4-4 или 6-6 на самом первом ходу даёт снять вторую, как здесь.
how-3 = 3 из 6. Каждый зар – это ход шашкой, оба зара можно сыграть одной шашкой или двумя; что можно сыграть, надо сыграть, а куш играют четыре раза.
how-4 = 4 из 6. Пункт, где стоит хотя бы одна чужая шашка, закрыт и для остановки, и по пути, и никого не бьют: здесь закрыт 9, и дорога ведёт через 10.
how-5 = 5 из 6. Шесть пунктов подряд – забор, через который никто не пройдёт; строить его можно, только если хотя бы одна чужая шашка уже прошла дальше.
how-6 = 6 из 6. Когда все 15 шашек дома, их выбрасывают; кто закончит первым, выигрывает ойн, 1 очко, или марс, 2 очка, если соперник не выбросил ни одной.

## Что делает каждая команда

command-start = что это такое
command-help = все команды; с числом от 1 до 6 – как играть
command-play = сыграть с программой
command-challenge = вызвать кого-то по имени или любого
command-accept = принять вызов или предложение
command-decline = отклонить вызов или предложение
command-cancel = отозвать свой вызов
command-roll = бросить зары
command-move = сходить, например 24/18 13/8
command-undo = вернуть последнюю шашку или все (all)
command-done = закончить ход
command-resign = сдаться, за сколько очков
command-draw = предложить ничью или согласиться на неё
command-board = показать доску здесь ещё раз
command-here = перенести доску партии сюда для обоих игроков
command-menu = что ещё можно сделать
command-games = ваши партии
command-rematch = сыграть ещё раз
command-record = запись партии
command-read = доска словами
command-picture = доска картинкой в полном размере
command-rules = правила в нескольких строках
command-settings = настройки

## Списки и меню

games-none = Сейчас у вас нет партий. Сыграйте с программой или вызовите друга.
games-title = Ваши партии:
games-line = { $game }: { $white } – { $black }, { $rules }. { $state }
games-yours = Ваш ход.
games-theirs = Ходит { $name }.
games-more = { $count ->
    [one] И ещё { $count } партия.
    [few] И ещё { $count } партии.
   *[many] И ещё { $count } партий.
}
choose-game = Какая партия?
choose-move = Какой ход?
choose-line = { $game }: { $white } – { $black }
menu-title = Партия { $game }. Что сделать?
record-title = Запись партии { $game }:
rules-text = { $rules }: { $text }
rules-choose = Другие игры: { $names }.
sure-resign = Сдать партию { $game }? Соперник: { $opponent }. Цена: { $grade }.
sure-offer-resignation = Предложить сдачу в партии { $game }? Соперник: { $opponent }. Цена: { $grade }. Пока ответа нет, игра продолжается.
sure-resign-lower = Можно предложить и меньше: ответит { $opponent }, а пока игра продолжается.
sure-draw = Предложить ничью в партии { $game }? Соперник: { $opponent }.
button-sure-resign = Сдаться: { $grade }
button-offer-grade = Предложить: { $grade }
button-sure-draw = Предложить ничью

rules-about-long = классическая игра. На первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, если первую останавливает именно голова соперника. Забор из шести судят в конце хода: хотя бы одна чужая шашка должна быть впереди него.
rules-about-federation = как классическая игра, но если белые закончили первыми, у чёрных есть последний ход, и если чёрные тоже закончат, это ничья.
rules-about-sport = как классическая игра, но на первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, что бы ни остановило первую; запрещённый забор нельзя построить даже посреди хода; два зара, брошенные для жребия, – первый бросок.
rules-about-narde = как классическая игра, но на первом ходу куш 3-3, 4-4 или 6-6 даёт снять с головы две шашки, что бы ни остановило первую. Следующую партию начинает победитель.
rules-about-palm = как классическая игра, но любой куш на любом ходу даёт снять с головы две шашки. Забор, за которым есть чужая шашка, можно строить, только если хотя бы одна чужая шашка уже у себя дома. Победа стоит 3 очка, если шашка проигравшего стоит в доме победителя.

## Настройки

settings-title = Ваши настройки:
settings-mine = В личных чатах вы выбираете и вид доски:
settings-chat = В этом чате, для всех:
settings-line = { $name }: { $value }.
settings-how = Изменить можно так: { $command }.
setting-roll = Бросать зары автоматически
setting-forced = Играть вынужденные ходы автоматически
setting-confirm = Завершать сыгранный ход автоматически
setting-theme = Доска
setting-side = Внизу
setting-language = Язык
setting-button = { $name } → { $value }
value-on = да
value-off = нет
value-wood = дерево
value-contrast = высокий контраст
value-w = белые
value-b = чёрные
value-own = мой цвет
value-en = English
value-ru = Русский

## Отказы: что не так и что получится

refused-talk = Это ни ход, ни команда. Ход делает { $command } 24/18 13/8, а что ещё можно, покажет { $help }.
refused-unknown-command = Команды { $command } нет. Все команды: { $help }.
refused-unknown-button = Эта кнопка больше не действует. Что можно сделать: { $help }.
refused-no-such-game = Партии { $game } нет. Ваши партии: { $command }.
refused-no-game = У вас нет здесь партии. { $command } – сыграть с программой, { $other } – вызвать друга.
refused-not-seated = Вы смотрите партию { $game }, но не играете в ней. { $command } – начать свою.
refused-not-your-turn = Сейчас не ваш ход: ходит { $actor }. Когда придёт ваша очередь, вас позовут.
refused-stale = Эта доска – с прошлого хода. Смотрите на нынешнюю.
refused-over = Партия { $game } окончена. { $command } – сыграть ещё раз.
refused-goes-on = Партия { $game } ещё идёт. Предложите ещё одну, когда она закончится.
refused-not-rolled = Зары ещё не брошены. { $command } – бросить.
refused-rolled = Зары уже брошены: { $roll }. Что дальше: { $command }.
refused-incomplete = Осталось сыграть { $dice }. Можно пойти { $moves }.
refused-nothing-back = В этом ходу вы ещё не двигали шашек. Возвращать нечего.
refused-offer-waits = Предложение уже ждёт ответа. Ответить: { $accept } или { $decline }.
refused-no-offer = В партии { $game } вам ничего не предлагают. { $command } – предложить ничью.
refused-resign = Так партию { $game } не сдать. Можно так: { $ways }.
refused-resign-way = { $command } ({ $grade })
refused-no-such-challenge = Вызова { $challenge } нет. { $command } – бросить вызов.
refused-nothing-waits = Вашего ответа ничто не ждёт. { $command } – вызвать кого-нибудь.
refused-nothing-made = У вас нет открытых вызовов. { $command } – бросить вызов.
refused-closed = Этот вызов закрыт. { $command } – бросить новый.
refused-closed-game = Этот вызов уже стал партией { $game }. { $command } – показать её.
refused-for-another = Этот вызов не вам, его ждёт { $opponent }. { $command } – бросить свой.
refused-for-anyone = Этот вызов открыт для всех. Если он вам не нужен, просто не отвечайте.
refused-own = Это ваш собственный вызов, принять его должен кто-то другой. { $command } – отозвать.
refused-not-challenger = Отозвать вызов может только тот, кто его бросил. { $command } – отклонить вызов, брошенный вам.
refused-self = С самим собой сыграть нельзя. { $command } – сыграть с программой.
refused-nobody = Никого с именем { $name } здесь не видели. { $command } без имени вызывает любого.
refused-several = Людей с именем { $name } здесь несколько. { $command } без имени вызывает любого.
refused-too-many = У вас уже { $limit } открытых, больше нельзя. Сначала закончите или отзовите что-нибудь.
refused-rules = Игры { $name } нет. Есть { $names }.
refused-setting = Настройки { $option } нет. Есть { $names }.
refused-value = Такого значения у настройки { $name } нет. Возможны { $values }.
refused-expired = Этот вопрос для вас уже закрыт. Дайте команду ещё раз.
refused-nothing-typed = После команды нет ходов. Напишите их так: { $command }.
refused-failed = Что-то сломалось у нас, ничего не изменилось. Попробуйте ещё раз.

## Ходы, которые нельзя сделать

illegal = { $why } { $way }
way-from = Можно пойти { $moves }.
way-by = Можно пойти с { $start } заром { $moves }.
way-by-die = { $die }: { $move }
way-or = { $first } или { $last }
why-no-checker = На { $start } нет вашей шашки.
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
why-full-roll = После { $move } сыграется меньше заров, а сыграть надо как можно больше.
why-higher-die = Можно сыграть только один зар, и это должен быть больший.
why-prime = { $move } построит забор из шести, впереди которого нет ни одной чужой шашки.
why-not-home = Выбрасывать можно, только когда все ваши шашки дома.
why-checker-behind = Этим заром сначала ходит более дальняя шашка, на { $point }.
why-backwards = Шашки так не ходят: с { $start } на { $stop } не попасть.
why-turn-complete = Ваш ход сыгран. { $done } – закончить, { $undo } – вернуть шашку.
why-nothing-possible = С этим броском ходов нет. { $done } – закончить ход.
why-no-hit = В этой игре никого не бьют, уберите звёздочку.
why-not-a-pass = Ход возможен, пропустить нельзя.
why-incomplete = Можно сыграть ещё.
not-understood = { $text } не читается как ход. Пишите с пункта на пункт, например 24/18 13/8.
