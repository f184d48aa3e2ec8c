### Тексты страницы локального стола и мини-приложения. Страница получает каждое сообщение с web- в начале.

# Язык этого каталога, чтобы страница могла себя назвать.
web-language = ru
web-title = Нарды
web-title-called = ● Ваш ход · Нарды
web-rooms = Комнаты
web-room-table = Общий чат
web-room-me = Личный чат
web-menu = Меню
web-no-script = Для этой страницы нужен JavaScript.
web-skip = Перейти к игре с компьютером

## Имена и места

web-before = Я здесь уже играю
web-before-how = Там, где вы уже играете, откройте меню и выберите «Открыть на другом устройстве». Отсканируйте код этим устройством или вставьте сюда ссылку. В Telegram и Discord такую ссылку даёт /link.
web-before-link = Ссылка
web-before-open = Открыть
web-before-wrong = Эта ссылка места не открывает.
web-name-ask = Ваше имя
web-name-example = Так вас увидят другие
web-name-sit = Сесть за стол
web-name-change = Сменить имя
web-name-keep = Сменить
web-watching = Пока вы зритель. Назовите имя, чтобы играть и разговаривать.
web-invited-play = Играть
web-invited-note = Вы играете как гость: без регистрации и пароля. Имя можно сменить когда угодно.
web-invited-later = Сначала осмотреться
web-name-empty = В имени нужна хотя бы одна видимая буква, цифра или знак.
web-name-hidden = В этом имени есть невидимые знаки. Наберите его обычными буквами.
web-name-long = Имя слишком длинное. Помещается не больше { $most } знаков.
web-name-taken = Выберите другое имя: это похоже на имя другого игрока.
web-many-new = Из вашей сети только что село за стол много новых людей. Подождите минуту и попробуйте ещё раз.
web-name-first = Пока вы зритель. Сначала назовите имя, потом можно играть.
web-seat-open = Открыть на другом устройстве
web-seat-link = Ссылка, которая открывает ваше место
web-seat-qr = QR-код этой ссылки
web-seat-how = Отсканируйте код другим устройством или откройте там ссылку. Она сработает один раз, в течение десяти минут; кто её откроет, играет за вас.
web-seat-local = Вы открыли эту страницу по адресу, который знает только этот компьютер. Сначала откройте её по его адресу в вашей сети, иначе другое устройство ничего не найдёт.
web-seat-sit = По этой ссылке и в этом браузере откроется место: { $name }. Сесть?
web-seat-yes = Сесть
web-seat-no = Не сейчас
web-seat-beside = По этой ссылке открывается место: { $name }. Здесь вы { $me } и им останетесь, а то место откроется отдельно.
web-seat-open-beside = Перейти
web-seat-gone = Эта ссылка места не открывает: ею уже воспользовались или прошло больше десяти минут. Новую даст меню там, где вы сидите, или владелец бота.
web-invited = За этот стол садятся по приглашению; без него эта страница закрыта. Откройте присланную ссылку и назовите своё имя.
web-invite = Скопировать ссылку для друга
web-copy = Копировать
web-copied = Скопировано
web-other-player = Открыть за другого игрока
web-other-player-note = Вторая вкладка со своим местом, если вас двое у одного экрана.
web-notify = Сообщать, когда мой ход
web-notify-how = Пока страница открыта, но на неё не смотрят. Закрытая страница ни о чём не уведомляет.
web-notify-denied = Браузер не разрешает. Разрешите уведомления для этой страницы в его настройках.
web-notify-impossible = Для этого нужны защищённый адрес (https или сам этот компьютер) и браузер с уведомлениями.
web-settings = Настройки
web-settings-mine = Мои
web-settings-browser = Этот браузер
web-settings-table = Общий чат, для всех
web-settings-set = Задать
web-gave-way = Вы открыли эту страницу больше чем в восьми местах, поэтому здесь она остановилась. Откройте её снова, чтобы продолжить здесь.
web-crowded = Сейчас за столом слишком много людей, или их слишком много из вашей сети. Подключаемся снова; закройте другие вкладки этой страницы.

## Хозяин стола

web-host = Действия хозяина
web-host-only = Это может сделать только хозяин стола.
web-seats = У кого есть место
web-remove-line = Убрать эту реплику
web-remove-seat = Отобрать место: { $name }
web-remove-sure = Точно? Нажмите ещё раз
web-remove-sure-links = Точно? Прежние ссылки перестанут работать

## Сообщения

web-empty-table = Здесь ещё ничего не сказано. Этот чат читают все, кто здесь. Наберите /, чтобы увидеть, что можно сделать, например /play или /challenge.
web-empty-me = Этот чат видите только вы и бот. Наберите /, чтобы увидеть, что можно сделать, например /play.
web-learn = Как играть: шесть коротких шагов на доске
web-earlier = Показать прежние сообщения
web-only-you = Это видите только вы
web-dismiss = Убрать
web-sheet-back = Назад
web-sheet-close = Закрыть
web-link-camera = Или пусть наведут сюда камеру.
web-link-copy = Скопировать ссылку
web-link-share = Поделиться ссылкой
web-share-title = Пусть смотрят другие
web-share-waits = Готовлю ссылку …
web-share-sees = По этой ссылке смотреть может каждый, но хода не видно, пока он не сделан целиком. Закрыть доступ может любой из игроков, в любой момент.
web-share-preview = Чаты могут показать под ссылкой доску и имена игроков. Показанное останется там, даже если закрыть доступ.
web-share-end = Закрыть доступ
web-share-ended = Эта ссылка больше не работает. Новую можно сделать в любой момент.
web-new-title = Новая игра
web-new-against = Соперник
web-new-which = Какая игра
web-new-waits-form = Секунду …
web-new-usual = Как обычно
web-new-own = свои
web-new-own-clock = 12ч или запас 7д+1д
web-new-challenge = Вызвать
web-new-friend = Имя друга
web-new-friends = Друзья
web-new-friend-drop = Выбрать другого
web-new-friend-missing = Скажите, кого вызвать.
web-new-nobody = Среди ваших знакомых таких имён нет. Ссылка годится для любого.
web-new-send = Отправьте это другу
web-new-change = Изменить
web-new-cancel = Отменить приглашение
web-new-link-note = С вами сыграет первый, кто согласится. Это окно можно закрыть: приглашение останется среди ваших партий.
web-new-asked = Вызов отправлен: { $name }
web-new-offered = Предложено всем здесь
web-new-waits = Доска откроется здесь, как только партия начнётся. Это окно можно закрыть: вызов останется среди ваших партий.
web-new-gone = Этот вызов больше не действует: его отклонили, отозвали, или он устарел.
web-finished = Законченные партии
web-finished-against = Соперник
web-finished-more = Показать ещё
web-finished-none = Законченных партий пока нет.
web-profile = Статистика
web-profile-share = Поделиться этими цифрами
web-profile-play = Как вы играете
web-profile-lost = потеря очков за ход
web-profile-later = Линия появится после двух разобранных партий.
web-profile-ago = Партий назад: { $count }
web-profile-now = последняя
web-profile-against = Соперники
web-profile-games = Все законченные партии
web-save-file = Сохранить файл
web-reply = Ответить
web-replying = В ответ на: { $text }
web-reply-cancel = Не отвечать
web-to-board = Ваш ход: к доске

## Доска

web-points = Пункты на доске
web-point = Пункт { $point }
web-point-off = Лоток
web-point-bar = Бар
web-animation-making = Анимация готовится: { $made } из { $of }.
web-animation-failed = Анимацию сделать не удалось. Повторите команду.

## Доска, на которой играют рукой

web-table-open = Открыть доску
web-table-back = Назад
web-table-undo = Вернуть
web-table-done = Готово
web-table-your-turn = Ваш ход
web-table-complete = «Готово» или нажмите на зары
web-table-gone = Такой партии здесь нет.
# Один, два, пять: страница берёт форму для числа рядом.
web-table-pips = пипс|пипса|пипсов
web-table-off = снято
web-table-score = счёт
web-table-time = осталось времени
web-table-white = белых: { $count }
web-table-black = чёрных: { $count }
web-table-empty = пусто
web-table-movable = можно ходить
web-table-landing = сюда можно пойти
web-table-log = Запись
web-table-more = Меню
web-table-first = В начало
web-table-before = На ход назад
web-table-after = На ход вперёд
web-table-now = К доске, как она стоит
web-table-talk = Чат
web-table-replay = Просмотр партии
web-table-play = Смотреть дальше
web-table-pause = Пауза
web-result-analyse = Анализ
web-result-replay = Просмотр
web-result-share = Поделиться
web-analysis-close = Назад к итогу
web-analysis-next = К ошибке
web-analysis-list = Ходы и ошибки
web-analysis-yours = Ваши
web-analysis-all = Все ходы
web-analysis-none = Ошибок нет.
web-analysis-you = Вы
web-analysis-error = Потери за ход
web-analysis-luck = Везение, очки
web-analysis-without = Без везения
web-analysis-chances = ваши шансы, %
web-analysis-chances-of = шансы, %: { $name }
web-table-cube = куб
web-table-acts = сейчас ходит
web-table-clock-days = { $days } д { $hours } ч
web-table-clock-hours = { $hours } ч { $minutes } мин
web-table-clock-minutes = { $minutes } мин
web-table-dice-swap = Зары { $dice }: сначала сыграть другим
web-table-dice-end = Зары { $dice }: закончить ход
web-table-keys = Клавиши
web-key-point = перейти к пункту: наберите его номер
web-key-bar = перейти к бару, к лотку
web-key-arrows = перейти к соседнему пункту
web-key-enter = пойти шашкой; бросить зары; закончить ход
web-key-undo = вернуть ход
web-key-swap = сначала сыграть другим заром
web-key-record = листать запись
web-key-flip = повернуть доску, когда вы смотрите
web-key-next = к следующей партии, которая ждёт вас
web-key-sound = включить или выключить звук
web-key-back = на шаг назад
web-key-keys = этот список
web-table-offer-over = Игра продолжилась, и сейчас это невозможно.
web-table-answer = Ответить
web-table-bar = бар
web-table-hint-thinking = Ищу лучший ход …
web-table-hint-close = Закрыть
web-table-hint-show = Показать
web-table-hint-play = Сыграть
web-table-hint-next = Дальше
web-table-hint-arrow = с { $from } на { $to }
web-table-next = Дальше
web-table-next-waiting = Следующая партия, ждут вас: { $count }

## Зал

web-landing-title = Длинные нарды и их родня.
web-landing-promise = Играйте сразу, без регистрации.
web-begin = Начать партию
web-begin-play = Сыграть с компьютером
web-begin-play-short = Компьютер
web-begin-play-note = Начнётся сразу
web-begin-friend = Сыграть с другом
web-begin-friend-short = Друг
web-begin-friend-note = По ссылке
web-begin-learn = Как играть
web-begin-learn-short = Учиться
web-begin-learn-note = Шесть коротких шагов
web-begin-puzzle = Задача дня
web-begin-puzzle-short = Задача
web-begin-puzzle-note = Найдите лучший ход
web-puzzle-today = Задача дня
web-puzzle-try = Коснитесь шашки с кольцом.
web-puzzle-go-on = Сыграйте и другим заром.
web-puzzle-complete = Ход сделан целиком.
web-puzzle-answer = Ответить
web-puzzle-again = Ещё раз
web-puzzle-next = Следующая задача
web-guest-note = Это имя гостя. Выберите своё, и оно останется за вами.
web-lobby-waiting = ждут вас
web-lobby-yours = Ваш ход
web-lobby-all = Все: { $count }
web-lobby-invitations = Приглашения
web-lobby-others = Играют другие
web-lobby-watch = Смотреть
web-lobby-empty = Сейчас никто не играет. /play – начать партию с компьютером, /challenge – пригласить друга.

## Набор

web-line = Сообщение, ход или команда
web-line-hint = Слова, ход 24/18 или /
web-send = Отправить
web-completions = Варианты продолжения
web-pasted = Вместе с командой уйдут строки: { $lines }.

## Если что-то не получилось

web-connecting = Подключаемся к столу.
web-share-gone = Эта ссылка не ведёт ни к какой доске: она неполная или больше не работает. Попросите новую у одного из игроков.
web-share-gone-home = На главную
web-offline = Связи со столом нет. Подключаемся снова; всё, что вы сделаете, уйдёт, как только связь вернётся.
web-waiting = Ждёт отправки: { $count }.
web-too-fast = Слишком быстро. Повторите через секунду.
web-trouble = Сейчас это не получилось. Попробуйте ещё раз чуть позже.

## Мини-приложение Telegram

web-app-games = Мои партии
web-app-not-open = Эта доска для вас закрыта. Попросите у кого-нибудь из игроков ссылку на неё: её делает /share.
web-app-refused = Telegram больше не подтверждает, кто открыл эту страницу. Закройте её и откройте снова из чата.
web-app-elsewhere = Эта страница работает внутри Telegram. Откройте её там: кнопкой меню бота или кнопкой под доской.
