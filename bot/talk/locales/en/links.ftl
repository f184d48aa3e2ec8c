### Links: accounts of one person that are joined to one player.

## Codes, questions and results

link-code = Send { $command } to me in private from your other account, on another platform, within ten minutes.
link-secret = Then both accounts are asked before anything is linked. Tell nobody the code: whoever types it asks to play as you.
link-seat = Your seat at the local table can be opened in another browser, too: press { $button }.
link-seat-address = This link opens your seat at the local table. Open it, within ten minutes, in the browser where you want to play: { $address }
link-seat-fragment = This opens your seat at the local table. Open the table in the browser where you want to play, put this behind its address within ten minutes, and press Enter: { $fragment }
link-seat-secret = It works once. Send it to nobody: whoever opens it plays as you. That browser loses the seat if these accounts are separated.
link-seat-here = You are at the table. The menu below your name opens your seat on another device.
link-no-seat = You have no seat at the local table. Sit down there and send me { $command }: then both accounts are one player.
link-seat-removed = Your seat at the local table is there no more. Send { $part } to part with it, sit down there anew and send me { $command }: then both accounts are one player.
link-elsewhere = I tell codes in private only: send { $command } to me there.
link-void = Others can read along here, so this code is void now. Ask for a new one with { $command } in private, and type it in private.
link-account = { $name } ({ $platform })
link-is-of = This code is that of { $account }.
link-was-typed = { $account } has typed your code.
link-calls = { $name }, a question about your account:
link-means = If you link, you are one player: { $account } can do everything as you and plays your games ({ $mine }), and you play those of { $account } ({ $theirs }).
link-sure = Link only an account that is your own; if somebody else asked you for this, press No. All accounts are told, and { $command } undoes it for seven days.
link-games = { $count ->
    [0] none now
    [one] 1 game
   *[other] { $count } games
}
link-games-against = { $games }, against { $names }
link-other-asked = Now { $account } is asked in private. Nothing is linked before that account says yes, within an hour.
link-linked = { $accounts } are one player now, called { $name }, with the games and settings of both. Within seven days { $command } undoes it whole.
link-undone = { $one } and { $other } are separate players again. Games that were begun while they were one stay with the one that is known for longer.
link-refused = Nothing was linked.
button-link-yes = Yes, that is me
button-link-no = No
button-link-seat = Open my seat
button-unlink = Make them two again
unlink-ask = { $accounts } are one player. Make two players of the accounts that you linked last? Each gets back what was its own; what was begun since stays with the one that is known for longer.
unlink-which = Which account is to begin anew as a player of its own? All games stay with the others.
unlink-kept = Your accounts stay one player.
unlink-undone = Your accounts are separate players again. Each of them is told.
unlink-taken-out = The account ({ $platform }) is a player of its own now and begins anew. Each account is told.

## Names of the platforms

platform-web = local table
platform-discord = Discord
platform-telegram = Telegram
