### Web: texts of the local table’s page and of the Mini App. The page gets all messages that begin with web-.

# The language of this catalog, for the page to name itself.
web-language = en
web-title = Nardy
web-title-called = ● Your turn · Nardy
web-rooms = Rooms
web-room-table = Table talk
web-room-me = Private chat
web-menu = Menu
web-no-script = This page needs JavaScript.
web-skip = Skip to Play the computer

## Names and seats

web-before = I have played here before
web-before-how = Where you have played, open the menu and choose “Open on another device”. Scan the code with this device, or paste the link here. On Telegram and Discord, /link gives you such a link.
web-before-link = The link
web-before-open = Open
web-before-wrong = This is not a link that opens a seat.
web-name-ask = Your name
web-name-example = As others will see you
web-name-sit = Take a seat
web-name-change = Change your name
web-name-keep = Change
web-watching = You are watching. With a name you can play and talk.
web-invited-play = Play
web-invited-note = You play as a guest: no account, no password. You can change your name at any time.
web-invited-later = Look around first
web-name-empty = A name needs at least one letter, digit or sign that can be seen.
web-name-hidden = This name holds characters that cannot be seen. Type it with plain letters.
web-name-long = This name is too long. At most { $most } characters are shown.
web-name-taken = Choose another name: this one looks like another player’s.
web-many-new = Many new people from your network have sat down just now. Wait a minute and try again.
web-name-first = You are watching. Say your name first, then you can play.
web-seat-open = Open on another device
web-seat-link = The link that opens your seat
web-seat-qr = A QR code of this link
web-seat-how = Scan this with the other device, or open the link there. It works once and for ten minutes; whoever opens it plays as you.
web-seat-local = You opened this page by an address that only this machine knows. Open it by the machine’s address in your network first, or the other device finds nothing.
web-seat-sit = Sit down as { $name } here? This link opens that seat in this browser too.
web-seat-yes = Sit down
web-seat-no = Not now
web-seat-beside = This link opens the seat of { $name }. Here you are { $me }, and stay so: the other seat opens in a place of its own.
web-seat-open-beside = Go there
web-seat-gone = This link opens no seat: it has been used, or is older than ten minutes. The menu where you sit makes another, or whoever runs the bot does.
web-invited = This table is by invitation, and this page stays closed until you come with one. Open the link that you were sent, then say your name.
web-invite = Copy the link for a friend
web-copy = Copy
web-copied = Copied
web-other-player = Open as another player
web-other-player-note = A second tab with a seat of its own, for two at one screen.
web-notify = Notify me when it is my turn
web-notify-how = While this page is open but not looked at. A closed page notifies of nothing.
web-notify-denied = The browser does not allow it. Allow notifications for this page in its settings.
web-notify-impossible = This needs a secure address (https, or this very machine) and a browser that has notifications.
web-settings = Settings
web-settings-mine = Mine
web-settings-browser = This browser
web-settings-table = Table talk, for everybody
web-settings-set = Set
web-gave-way = You have opened this page in more than eight places, so it has stopped here. Open it again to go on here.
web-crowded = Too many people are at this table just now, or come from your network. Trying again; close other tabs of this page.

## The host

web-host = Host actions
web-host-only = Only the host of this table can do that.
web-seats = Who has a seat
web-remove-line = Remove this line
web-remove-seat = Take the seat from { $name }
web-remove-sure = Really? Press again
web-remove-sure-links = Really? Links sent so far stop working

## Messages

web-empty-table = Nothing has been said here yet. Everyone here reads this chat. Type / to see what you can do, for example /play or /challenge.
web-empty-me = Only you and the bot see this chat. Type / to see what you can do, for example /play.
web-learn = Learn by hand: six short steps
web-earlier = Show earlier messages
web-only-you = Only you see this
web-dismiss = Dismiss
web-sheet-back = Back
web-sheet-close = Close
web-link-camera = Or let them point a camera here.
web-link-copy = Copy the link
web-link-share = Share the link
web-share-title = Let others watch
web-share-waits = Making the link …
web-share-sees = Anyone with this link can watch and never sees a turn before it is complete. Either player can end this at any time.
web-share-preview = Chats may show the board and both names below the link. What they have shown stays there after the link ends.
web-share-end = Stop sharing
web-share-ended = This link no longer works. You can make another at any time.
web-new-title = New game
web-new-against = Against
web-new-which = Which game
web-new-waits-form = One moment …
web-new-usual = As usual
web-new-own = own
web-new-own-clock = 12h, or bank 7d+1d
web-new-challenge = Challenge
web-new-friend = Name of a friend
web-new-friends = Friends
web-new-friend-drop = Choose somebody else
web-new-friend-missing = Say whom you challenge.
web-new-nobody = You know nobody whose name begins so. A link reaches anyone.
web-new-send = Send this to your friend
web-new-change = Change
web-new-cancel = Cancel the invitation
web-new-link-note = The first who accepts plays you. You may close this: the invitation stays among your games.
web-new-asked = { $name } is asked
web-new-offered = Offered to anyone here
web-new-waits = The board opens here as soon as the game begins. You may close this: the challenge stays among your games.
web-new-gone = This challenge is no longer open: it was declined, withdrawn, or is too old.
web-finished = Finished games
web-finished-against = Opponent
web-finished-more = Show more
web-finished-none = No game is finished yet.
web-profile = Profile
web-profile-share = Share these figures
web-profile-play = How well you play
web-profile-lost = points lost a turn
web-profile-later = The line begins with two analysed games.
web-profile-ago = Games ago: { $count }
web-profile-now = last game
web-profile-against = Against
web-profile-games = All finished games
web-save-file = Save the file
web-reply = Reply
web-replying = Reply to: { $text }
web-reply-cancel = Do not reply
web-to-board = Your turn: to the board

## The board

web-points = Points to press
web-point = Point { $point }
web-point-off = Tray
web-point-bar = Bar
web-animation-making = The animation is being made: { $made } of { $of }.
web-animation-failed = The animation could not be made. Give the command again.

## The board that can be touched

web-table-open = Open the board
web-table-back = Back
web-table-undo = Undo
web-table-done = Done
web-table-your-turn = Your turn
web-table-complete = Press Done, or tap the dice
web-table-gone = There is no such game here.
# One, and more: the page takes the form for the number beside it.
web-table-pips = pip|pips
web-table-off = off
web-table-score = score
web-table-time = time left
web-table-white = { $count } white
web-table-black = { $count } black
web-table-empty = empty
web-table-movable = can move
web-table-landing = can be reached
web-table-log = Record
web-table-more = Menu
web-table-first = To the start
web-table-before = One turn back
web-table-after = One turn on
web-table-now = To the present board
web-table-talk = Chat
web-table-replay = Replay
web-table-play = Play from here
web-table-pause = Pause
web-result-analyse = Analyse
web-result-replay = Replay
web-result-share = Share
web-analysis-close = Back to the result
web-analysis-next = Next mistake
web-analysis-list = Turns and mistakes
web-analysis-yours = Yours
web-analysis-all = All turns
web-analysis-none = No mistakes.
web-analysis-you = You
web-analysis-error = Error a turn
web-analysis-luck = Luck, points
web-analysis-without = Without luck
web-analysis-chances = your chances, %
web-analysis-chances-of = chances of { $name }, %
web-table-cube = cube
web-table-acts = to move
web-table-clock-days = { $days }d { $hours }h
web-table-clock-hours = { $hours }h { $minutes }m
web-table-clock-minutes = { $minutes } min
web-table-dice-swap = Dice { $dice }: play the other one first
web-table-dice-end = Dice { $dice }: end the turn
web-table-keys = Keys
web-key-point = go to a point: type its number
web-key-bar = go to the bar, to the tray
web-key-arrows = go on to the next point
web-key-enter = move the checker there; roll; end the turn
web-key-undo = take back
web-key-swap = play the other die first
web-key-record = through the record
web-key-flip = turn the board, when looking on
web-key-next = to the next game that waits for you
web-key-sound = sound on or off
web-key-back = one step back
web-key-keys = this list
web-table-offer-over = The game has gone on, and you cannot do this now.
web-table-answer = Answer
web-table-bar = the bar
web-table-hint-thinking = Looking for the best turn …
web-table-hint-close = Close
web-table-hint-show = Show
web-table-hint-play = Play it
web-table-hint-next = Next best
web-table-hint-arrow = from { $from } to { $to }
web-table-next = Next
web-table-next-waiting = Next game: { $count } waiting for you

## The lobby

web-landing-title = Long Nardy and its relatives.
web-landing-promise = Play at once, no account.
web-begin = Begin a game
web-begin-play = Play the computer
web-begin-play-short = Computer
web-begin-play-note = Begins at once
web-begin-friend = Play a friend
web-begin-friend-short = Friend
web-begin-friend-note = Send a link
web-begin-learn = Learn
web-begin-learn-short = Learn
web-begin-learn-note = Six short steps
web-begin-puzzle = Puzzle of the day
web-begin-puzzle-short = Puzzle
web-begin-puzzle-note = Find the best turn
web-puzzle-today = Today’s puzzle
web-puzzle-try = Touch a ringed checker to try a turn.
web-puzzle-go-on = Play the other die too.
web-puzzle-complete = That is a whole turn.
web-puzzle-answer = Answer
web-puzzle-again = Try again
web-puzzle-next = Next puzzle
web-guest-note = This name is a guest’s. Choose one, and it stays yours.
web-lobby-waiting = waiting for you
web-lobby-yours = Your turn
web-lobby-all = All { $count }
web-lobby-invitations = Invitations
web-lobby-others = Others are playing
web-lobby-watch = Watch
web-lobby-empty = No game is being played. /play begins one against the computer, /challenge invites a friend.

## Typing

web-line = Message, move or command
web-line-hint = Talk, a move like 24/18, or /
web-send = Send
web-completions = Completions
web-pasted = { $lines } lines go along with the command.

## When something does not work

web-connecting = Connecting to the table.
web-share-gone = This link leads to no board: part of it is missing, or it no longer works. Ask one of the players for a new one.
web-share-gone-home = To the page
web-offline = The table cannot be reached. Trying again; what you do is sent as soon as it is back.
web-waiting = Waiting to be sent: { $count }.
web-too-fast = Too fast. Try again in a moment.
web-trouble = That could not be done just now. Try again in a moment.

## The Mini App of Telegram

web-app-games = My games
web-app-not-open = This board is not open to you. Ask one of its players for a link to it: /share makes one.
web-app-refused = Telegram does not vouch for this page any more. Close it and open it again from the chat.
web-app-elsewhere = This page belongs to Telegram. Open it there: by the bot's menu button, or below a board.
