### Telegram: missing rights, failures, and how the bot describes itself there.

telegram-anonymous = You write here as the group, so nobody can know who is playing. Stop being anonymous in the group’s settings, then try again. { $help } tells more.
telegram-no-photos = I show this in words because I may not send photos here: an administrator can allow photos in the group’s permissions.
telegram-no-files = I show this in words because I may not send files here: an administrator can allow files in the group’s permissions.
telegram-no-animations = I cannot show the animation because I may not send GIFs here: an administrator can allow stickers and GIFs in the group’s permissions.
telegram-record-too-long = This is too long for messages, and I may not send files here. Ask me for it in private, or ask an administrator to allow files in the group’s permissions.
telegram-greeting-photos = I may not send photos here, so boards come in words: an administrator can allow photos in the group’s permissions.
telegram-greeting-silent = You have added me to { $group }, but I may not write there: an administrator can allow messages in the group’s permissions. Then { $command } begins a game there.
telegram-busy = The boards of this group go first for a minute, so I answer in private. To be answered there, open { $bot } and send { $start }.
telegram-busy-toast = The boards of this group go first for a minute. The answer is in our private chat.
telegram-open-board = Open the board
telegram-open-lobby = My games

## How the bot describes itself to people who have not written to it yet

telegram-description = Long Nardy and six related games, played move by move, whenever you have time: here, in a group with friends, or against the computer. Every step shows the board, and the bot calls you when it is your turn. Fair dice, clocks of days if you like, hints, records, replays and analysis.
telegram-short = Long Nardy move by move: with friends, in groups, or against the computer.
