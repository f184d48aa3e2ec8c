### Discord: своя команда и пункт меню, параметры команд, ветки, недостающие права и сбои.

## Команда и пункт меню, которые есть только в Discord

command-name-thread = ветка
discord-menu-board = Эта доска…

## Названия параметров команд и для чего каждый

discord-option-days = дни
discord-option-game = партия
discord-option-rules = игра
discord-option-player = игрок
discord-option-friend = друг
discord-option-moves = ходы
discord-option-count = число
discord-option-grade = цена
discord-option-option = настройка
discord-option-page = страница
discord-option-list = список
discord-option-switch = доступ
discord-option-challenge = вызов
discord-option-length = длина
discord-option-cube = куб
discord-option-extended = кокс
discord-option-first = первый
discord-option-hints = подсказки
discord-option-clock = часы
discord-option-level = уровень
discord-option-match = матч
discord-option-turn = номер
discord-option-file = файл
discord-option-part = часть
discord-option-form = вид
discord-option-private = лично
discord-about-days = с какого дня по какой: 24.12. 2.1.; конец закончит отпуск
discord-about-game = какая партия, по короткому имени; не нужно, если вы играете здесь только одну
discord-about-rules = во что играть; если не выбрать – в то же, что в прошлый раз
discord-about-player = кто, из тех, кто в Discord
discord-about-friend = кто, по имени: и те, кого вы знаете с другой платформы
discord-about-moves = с пункта на пункт, например 24/18 13/8
discord-about-count = сколько шашек вернуть: число или все; если не выбрать – последнюю
discord-about-grade = за сколько очков сдаться
discord-about-option = что изменить и на что, например: confirm on
discord-about-page = какая страница объяснения, как играть
discord-about-list = следующая страница или sleeping – давно оставленные партии
discord-about-switch = off – закрыть доступ по ссылке
discord-about-challenge = какой вызов или партия, по короткому имени
discord-about-length = до скольких очков или сколько партий: to 5, 3 games; если не выбрать – как принято в игре
discord-about-cube = с кубом удвоения
discord-about-extended = кокс – 3 очка, домашний марс – 4; эти определения – наши собственные
discord-about-private = в личном чате с ботом, а не здесь
discord-about-hints = разрешить подсказки обоим
discord-about-clock = сколько времени у каждого: 3 дня, 12 часов, банк 7д+1д; если не указано – без часов
discord-about-level = как сильно играет компьютер; если не выбрать – как в прошлый раз
discord-about-first = кто начинает первую партию; если не выбрать – решит жребий
discord-about-match = запись всего матча
discord-first-me = я
discord-first-opponent = соперник
discord-about-turn = номер хода, start или end; если не выбрать – вся партия анимацией
discord-about-file = запись партии или матча, как пишет этот бот или другая программа (.mat)
discord-about-part = 1, 2 или 3 – один из худших ходов, deep – с разбором всех ответов; если не выбрать – график
discord-about-form = mat – запись, которую читают другие программы; если не выбрать – наша
discord-option-code = код
discord-about-code = Код, полученный другой вашей учётной записью; без него – новый код
discord-choice = { $value } – { $meaning }

## Ветка для партии

discord-thread-what = завести для партии отдельную ветку
discord-thread-name = Нарды { $game }
discord-thread-made = Партия продолжается здесь: { $thread }.
discord-thread-failed = Ветку сейчас открыть не удалось, и партия продолжается здесь. { $command } попробует ещё раз.
discord-thread-which = Неясно, о какой из ваших партий речь. Посмотрите список: { $command }. Короткое имя партии после команды выберет нужную.
discord-thread-not-here = Ветку можно завести только в текстовом канале сервера. Дайте эту команду там.
discord-thread-not-yours = Вам нельзя заводить ветки в этом канале. Попросите того, кому можно, или играйте дальше здесь.

## Чего нельзя

discord-elsewhere = Я играю только на серверах, куда меня добавили, и в личном чате со мной. Попросите того, кто управляет сервером, добавить меня.
discord-missing = Я не могу показывать доски в этом канале: мне не хватает права «{ $permissions }». Попросите того, кто управляет каналом, дать его мне.
discord-missing-yours = Я не могу показывать доски в этом канале: мне не хватает права «{ $permissions }». Вы можете дать его мне в настройках канала.
discord-may-view-channel = Просматривать канал
discord-may-send-messages = Отправлять сообщения
discord-may-send-messages-in-threads = Отправлять сообщения в ветках
discord-may-create-public-threads = Создавать публичные ветки
discord-may-attach-files = Прикреплять файлы
discord-bot-picked = { $name } – бот и вызова не примет. Сыграть с компьютером: { $play }.
discord-outdated = Эта команда изменилась с тех пор, как Discord показал её вам. Нажмите Ctrl+R или перезапустите Discord. Все команды: { $help }.
discord-unreadable = Не получилось прочитать то, что прислал Discord, и ничего не сделано. Попробуйте ещё раз. Все команды: { $help }.
discord-not-shown = Сделано, но ответ показать не удалось. Доску покажет { $command }.
discord-no-files = Показываю словами, потому что здесь у меня нет права «{ $permission }»: его может дать тот, кто управляет каналом.
discord-record-too-long = Для сообщений это слишком длинно, а права «{ $permission }» у меня здесь нет. Попросите меня об этом в личном чате, или пусть право даст тот, кто управляет каналом.
discord-greeting-files = Доски будут здесь словами, потому что у меня нет права «{ $permission }»: его может дать тот, кто управляет каналом.
discord-greeting-silent = Меня добавили на ваш сервер { $server }, но писать я не могу ни в одном канале: мне не хватает права «{ $permissions }». Дайте его мне там, где будут играть.
