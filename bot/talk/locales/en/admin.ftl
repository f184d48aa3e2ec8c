### Admin: what the bot’s administrators read, and their announcements.

admin-help = Only those who run the bot have these commands, and only in a private chat:
admin-does-stats = how many people, games and chats there are
admin-does-announce = send a text to every chat once, silently; you are asked first
admin-does-ban = keep somebody from challenges: by account, @name or name
admin-does-unban = let that person challenge again
admin-does-bans = who is banned
admin-does-drain = take no new games before an upgrade
admin-does-drain-off = take them again
admin-text = TEXT
admin-version = Nardy { $version }.
admin-running = Nardy { $version }, running for { $time }.
admin-people = People: { $count }.
admin-games = Games: { $open } being played, { $finished } finished.
admin-chats = Chats that can be written to: { $count }.
admin-undelivered = Messages still to be delivered: { $count }.
admin-drains = No new games are taken until { $until }. { $command } ends that.
admin-announce-what = What is to be announced? Type { $command }.
admin-announce-long = An announcement is one line of at most { $most } characters. Shorten it, and send it again.
admin-announce-sure = This goes to { $count ->
    [one] one chat
   *[other] { $count } chats
}, silently, and cannot be taken back:
button-announce = Send to { $count ->
    [one] one chat
   *[other] { $count } chats
}
admin-announced = { $count ->
    [one] One chat gets it
   *[other] { $count } chats get it
} now, one after another.
admin-who = Who is meant? Type { $command }: the account as a platform numbers it, @name, or a name.
admin-nobody = Nobody was ever met as { $name }. On another platform name the account, like telegram:123.
admin-several = Several accounts are called { $name }. Name one of them:
admin-account = { $account } – { $name }
admin-banned = { $name } ({ $account }) can no longer challenge anybody, accept, or be challenged. Open challenges are withdrawn, games that are being played go on. { $command } lifts it.
admin-banned-already = { $name } ({ $account }) is already banned. { $command } lifts it.
admin-unbanned = { $name } ({ $account }) can challenge again.
admin-not-banned = { $name } ({ $account }) is not banned.
admin-bans = Banned:
admin-bans-none = Nobody is banned. { $command } keeps somebody from challenges.
button-unban = Unban { $name }
admin-drain = No new games and challenges are taken until { $until }, and everybody who asks is told why. Games that are being played go on. A restart does not end it: it ends by { $command }, or by itself after { $time }.
admin-drain-ended = New games and challenges are taken again.
announcement = From those who run this bot: { $text }
