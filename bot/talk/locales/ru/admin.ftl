### Администраторы бота: что они читают, и их объявления.

admin-help = Эти команды есть только у тех, кто держит бота, и только в личном чате:
admin-does-stats = сколько людей, партий и чатов
admin-does-announce = разослать текст по всем чатам: один раз, без звука и с вопросом перед отправкой
admin-does-ban = отстранить игрока от вызовов: по аккаунту, @имени или имени
admin-does-unban = снова допустить его
admin-does-bans = кто отстранён
admin-does-drain = не начинать новых партий перед обновлением
admin-does-drain-off = снова начинать их
admin-text = ТЕКСТ
admin-version = Nardy { $version }.
admin-running = Nardy { $version }, работает { $time }.
admin-people = Людей: { $count }.
admin-games = Партий: { $open } идёт, { $finished } окончено.
admin-chats = Чатов, в которые можно писать: { $count }.
admin-undelivered = Сообщений ещё не доставлено: { $count }.
admin-drains = Новые партии не начинаются до { $until }. Отменить: { $command }.
admin-announce-what = Что объявить? Отправьте { $command }.
admin-announce-long = Объявление – одна строка, не длиннее { $most } символов. Сократите его и отправьте ещё раз.
admin-announce-sure = Это придёт в { $count ->
    [one] { $count } чат
    [few] { $count } чата
   *[many] { $count } чатов
}, без звука; отозвать будет нельзя:
button-announce = Отправить в { $count ->
    [one] { $count } чат
    [few] { $count } чата
   *[many] { $count } чатов
}
admin-announced = Объявление по очереди уходит в { $count ->
    [one] { $count } чат
    [few] { $count } чата
   *[many] { $count } чатов
}.
admin-who = О ком речь? Отправьте { $command }: аккаунт с номером на его платформе, @имя или имя.
admin-nobody = Никого с таким именем бот не встречал: { $name }. На другой платформе укажите аккаунт, например telegram:123.
admin-several = Таких аккаунтов несколько: { $name }. Укажите один из них:
admin-account = { $account } – { $name }
admin-banned = { $name } ({ $account }) больше не может бросать и принимать вызовы, и этого игрока нельзя вызвать. Его открытые вызовы отозваны, начатые партии продолжаются. Отменить: { $command }.
admin-banned-already = { $name } ({ $account }): запрет уже действует. Отменить: { $command }.
admin-unbanned = { $name } ({ $account }) снова может бросать и принимать вызовы.
admin-not-banned = { $name } ({ $account }): запрета нет.
admin-bans = Отстранены от вызовов:
admin-bans-none = Никто не отстранён. Отстранить игрока от вызовов: { $command }.
button-unban = Допустить: { $name }
admin-drain = Новые партии и вызовы не принимаются до { $until }, и каждому, кто попросит, будет сказано почему. Начатые партии продолжаются. Перезапуск этого не отменяет: отменит { $command }, а без неё всё кончится само через { $time }.
admin-drain-ended = Новые партии и вызовы снова принимаются.
announcement = От тех, кто держит этого бота: { $text }
