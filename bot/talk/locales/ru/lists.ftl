### Списки: список партий, меню партии и зал.

## Список партий и следующая, которая ждёт

button-next-of = Далее { $game }: { $white } – { $black }
button-page-before = ‹
button-page-after = ›
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
choose-line = { $game }: { $white } – { $black }, { $rules }

## Меню партии

menu-title = Партия { $game }: { $terms }.
menu-question = Что сделать?

## Зал

lobby-waiting = { $count ->
    [0] Ни одна партия вас не ждёт
    [one] Вас ждёт { $count } партия
    [few] Вас ждут { $count } партии
   *[many] Вас ждут { $count } партий
}
lobby-challenged = { $count ->
    [one] Вас ждёт { $count } вызов
    [few] Вас ждут { $count } вызова
   *[many] Вас ждут { $count } вызовов
}
lobby-waiting-both = Вас ждут { $games ->
    [one] { $games } партия
    [few] { $games } партии
   *[many] { $games } партий
} и { $challenges ->
    [one] { $challenges } вызов
    [few] { $challenges } вызова
   *[many] { $challenges } вызовов
}
lobby-awaits = Вы ждёте хода: { $names }
lobby-awaits-names = { $more ->
    [0] { $first } и { $second }
   *[other] { $first }, { $second } и ещё { $more }
}
lobby-play = Сыграть { $roll }
lobby-roll = Бросить
lobby-answer = Ответить
lobby-challenges = Вас вызывает { $challenger }
lobby-seeks = { $challenger } ищет соперника
lobby-own-challenges = Вы ждёте ответа: { $opponent }
lobby-own-seeks = Вы ждёте любого соперника
lobby-taken = Вызов принимает { $taker }. Это тот, кого вы ждали?

## Законченные партии

finished-title = { $count ->
    [0] Законченных партий пока нет.
   *[other] { $pages ->
        [1] Ваши законченные партии:
       *[other] Ваши законченные партии, страница { $page } из { $pages }:
    }
}
finished-line = { $game } { $says } { $opponent }, { $rules }.
finished-everyone = Все соперники
finished-opponent = { $name } ({ $count })
finished-all = Все { $count }
finished-won = Победы { $count }
finished-lost = Поражения { $count }
finished-drawn = Ничьи { $count }
