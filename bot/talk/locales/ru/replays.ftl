### Партии, показанные ещё раз.

replay-title = ⚪ { $white } – { $black } ⚫ · { $rules } · { $game }
replay-frame = { $number } из { $last }
replay-pass = { $name }: зары { $roll }, ходов нет.
replay-doubled = { $name } удваивает: куб { $value }.
replay-took = { $name } принимает удвоение, теперь на кубе { $value }.
replay-over-dropped = { $loser } не принимает удвоения, выигрывает { $winner }: { $grade }.
replay-unfinished = Партия не окончена.
replay-white = Белые
replay-black = Чёрные
replay-alt = Партия фильмом: { $white } – { $black }, { $turns ->
    [one] { $turns } ход
    [few] { $turns } хода
   *[many] { $turns } ходов
}.
button-film = Фильмом

film-making = Фильм готовится: { $made } из { $of }.
film-busy = Сейчас готовится слишком много фильмов. Попробуйте через минуту.
film-failed = Фильм сделать не удалось. Пройдите партию стрелками или попробуйте ещё раз.
