### Люди: имена игроков, блокировки и профили.

## Имена компьютера и бывших игроков: в предложении и отдельно

# В начале предложения код делает первую букву заглавной.
computer = компьютер
computer-alone = Компьютер
# В начале предложения код делает первую букву заглавной.
former-player = бывший игрок
former-player-alone = Бывший игрок

## Блокировки

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
