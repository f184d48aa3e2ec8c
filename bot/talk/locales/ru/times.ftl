### Время: сколько что длится и когда.

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
decimal = { $whole },{ $part }
