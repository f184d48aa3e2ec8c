### Challenges: their cards, invitations and terms.

card-open = { $challenger } challenges anyone to { $rules }. The first to accept plays.
card-named = { $opponent }, { $challenger } challenges you to { $rules }.
card-rematch = { $opponent }, { $challenger } asks for another game of { $rules }.
card-waiting = You challenge { $opponent } to { $rules }. The game begins when the challenge is accepted.
card-accepted = { $challenger } and { $opponent } play { $rules }: game { $game }.
card-declined = { $opponent } has declined { $challenger }’s challenge.
card-expired = { $challenger }’s challenge has expired: nobody answered it in time. { $command } makes a new one.
card-expired-taken = { $challenger }’s invitation has expired: { $taker } accepted it, but the game was not started in time. { $command } makes a new one.
card-cancelled = { $challenger } withdrew the challenge.
card-taken = { $challenger }, { $taker } ({ $platform }) has accepted your invitation to { $rules }. Is that who you meant? The game begins when you start it; otherwise the invitation opens again under another link.
card-taken-yours = You have accepted { $challenger }’s invitation to { $rules }. The game begins when { $challenger } starts it.
card-not-started = { $challenger } did not start a game with you, and this invitation is no longer open to you.
card-blocked = You have blocked { $challenger }. { $command } lets challenges through again.
card-unreached = You challenge { $opponent } to { $rules }, but { $opponent } cannot be reached: the bot may be blocked there, or private messages turned off. The challenge waits.
card-unreached-note = { $opponent } cannot be reached at the moment, so the challenge waits.
invitation = { $challenger } challenges you to { $rules }. The game begins when you accept.
invitation-elsewhere = { $challenger } challenges you to { $rules }. If you accept, { $challenger } is asked first, and the game begins when { $challenger } starts it.
button-start = Start
button-not-him = Somebody else
button-accept = Accept
button-cancel = Withdraw
button-invite = Send to a friend
invited-says = { $challenger } invites you to a game
invited-gone = This invitation is no longer open. You can play all the same:
invite-text = { $challenger } challenges you to { $rules }.
button-elsewhere = Invite elsewhere
elsewhere-copy = Copy this and send it wherever you like. Whoever is first to accept plays.
elsewhere-invites = { $challenger } invites you to { $rules }.
elsewhere-link = { $platform }: { $link }
elsewhere-command = { $platform }: send { $command } to { $bot }
elsewhere-browser = In the browser: { $link }
elsewhere-bot = Send the bot { $command }
play-stays = You play { $terms } again, as last time. { $command } begins the classical game; add another game’s name for that one.
play-private = Your game waits for you in { $chat }.
play-private-chat = our private chat
card-starts = { $name } begins.
card-acceptor-starts = Whoever accepts begins.
card-hints = Both players may ask for hints with { $command }.
card-clock = Clock: { $time }.
card-extended = A loser who has borne off nothing loses 3 points with a checker still in the starting quarter (koks), and 4 with one still on the head (home mars); these definitions are this project’s own.
terms-points = { $rules } to { $points ->
    [one] 1 point
   *[other] { $points } points
}
terms-games = { $rules }, { $games } games
terms-cube = { $terms }, with a doubling cube
anyone = anyone
challenge-label = { $challenge }: { $challenger } – { $opponent }, { $rules }
choose-challenge = Which one do you mean?
rematch-waits = You have already asked for another game. It begins when { $opponent } accepts.
