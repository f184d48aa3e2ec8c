### Настройки: названия и значения.

## Список настроек

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

## Названия настроек, и короткие для кнопок

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
setting-layout = Разметка доски
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
setting-short-layout = Разметка
setting-short-boards = Старые
setting-short-threads = Ветки
setting-short-daily = Позиция дня
setting-short-zone = Часовой пояс

## Названия значений, и короткие для кнопок

value-short-on = да
value-short-off = нет
value-short-once = раз
value-short-daily = по дням
value-short-none = не выбрано
value-short-wood = дерево
value-short-dark = тёмный
value-short-contrast = контраст
value-short-compact = компактная
value-short-full = полная
value-short-usual = обычно
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
value-full = полная
value-usual = как здесь принято: { $value }
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
