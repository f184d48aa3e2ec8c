### Sharing: links that show a board.

share-link = Whoever has this link sees the board of game { $game }: { $link }
share-link-inside = In Telegram this one opens it at once: { $link }
share-command = Whoever sends me { $command } sees the board of game { $game }, in any chat.
share-command-too = In any chat { $command } shows the board, too.
share-sees = Spectators can only look, and never see a turn before it is complete. Either player can end this at any time.
share-preview = A chat may show the board and both names below the link. What it has shown stays there after the link ends.
share-ended-in-chat = Game { $game } is shown to its two players alone again. { $command } makes a link to it.
share-ended = The link to game { $game } no longer works. { $command } makes a new one.
button-share = Share
button-share-off = Stop sharing
button-look-again = Look again
