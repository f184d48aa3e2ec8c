### Times: how long something takes, and when it is.

time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
time-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
time-short-minutes = { $count } min
time-short-hours = { $count } h
time-short-days = { $count } d
moment-near = { $weekday } { $time }
moment-far = { $weekday } { $day } { $month }, { $time }
moment-utc = { $moment } UTC
day = { $day } { $month }
weekday = { $number ->
    [1] Mon
    [2] Tue
    [3] Wed
    [4] Thu
    [5] Fri
    [6] Sat
   *[7] Sun
}
month = { $number ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
decimal = { $whole }.{ $part }
