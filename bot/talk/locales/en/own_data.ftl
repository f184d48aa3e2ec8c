### Own data: to delete what is stored about a person, and to have it as a file.

sure-forget = This deletes all that is stored about you: your name and accounts, settings, chats, imported games, and what you said at the local table. It cannot be undone.
sure-forget-games = { $count ->
    [0] You are playing no games.
    [one] { $count } running game is resigned for all that it can still cost, and your opponent is told.
   *[other] { $count } running games are resigned for all that they can still cost, and your opponents are told.
}
sure-forget-challenges = { $count ->
    [one] { $count } open challenge is withdrawn or declined.
   *[other] { $count } open challenges are withdrawn or declined.
}
sure-forget-stays = Finished games stay, since they are your opponents’ too: instead of your name they show “{ $former }”. If you come back, you are somebody new. { $command } gives you everything as a file first.
sure-forget-changed = Meanwhile something has begun or ended, so I ask once more.
button-sure-forget = Delete all about me
forgotten = All that was stored about you is deleted. If you write to me again, you are somebody new.
export-ready = All that is stored about you, { $size } KB. Keep the file to yourself: your accounts stand in it.
export-making = I am collecting all that is stored about you. The file comes when it is ready.
export-left-out = It would be too large as a whole: { $count ->
    [one] { $count } older game is left out. { $command } with its id gives its record.
   *[other] { $count } older games are left out. { $command } with an id gives a record.
}
export-left-out-others = { $count ->
    [one] { $count } entry is left out; the end of the file tells of which kind.
   *[other] { $count } entries are left out; the end of the file tells of which kind.
}
