### Вызовы: карточки, приглашения и условия.

card-open = { $challenger } вызывает любого желающего: { $rules }. Играет тот, кто примет вызов первым.
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
button-start = Начать
button-not-him = Это не тот
button-accept = Принять
button-cancel = Отозвать
button-invite = Отправить другу
invited-says = { $challenger } приглашает вас сыграть
invited-gone = Это приглашение уже не действует. Но сыграть можно и так:
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
