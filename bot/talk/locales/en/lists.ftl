### Lists: the list of games, the menu of a game, and the lobby.

## The list of games, and the next game that waits

button-next-of = Next after { $game }: { $white } – { $black }
button-page-before = ‹
button-page-after = ›
games-none = You have no games now. Play the computer, or challenge a friend.
games-none-asleep = None of your games is asleep. Play the computer, or challenge a friend.
games-title = { $pages ->
    [1] Your games:
   *[other] Your games, page { $page } of { $pages }:
}
games-title-asleep = { $pages ->
    [1] Your sleeping games: nothing has happened in them for a long time. Anything you do in one wakes it.
   *[other] Your sleeping games: nothing has happened in them for a long time. Page { $page } of { $pages }. Anything you do in one wakes it.
}
games-line = { $game }: { $white } – { $black }, { $rules }. { $state }
games-waiting = { $white } – { $black }: { $command } begins the next game of the match.
games-yours = Your turn.
games-theirs = { $name } is to play.
games-time-left = { $time } left.
games-time-out = The time has run out.
games-elsewhere = { $count ->
    [one] One more game is not shown here.
   *[other] { $count } more games are not shown here.
}
games-asleep = { $count ->
    [one] One game is asleep: nothing has happened in it for a long time. { $command } lists it.
   *[other] { $count } games are asleep: nothing has happened in them for a long time. { $command } lists them.
}
waiting-here = This game waits for you: { $line }
waiting-none = No game waits for you. { $command } lists your games.
waiting-none-match = No game waits for you. { $command } begins the next game of your match.
waiting-elsewhere = None of the games shown here waits for you. { $count ->
    [one] One waits elsewhere: { $command } in your private chat with me shows it.
   *[other] { $count } wait elsewhere: { $command } in your private chat with me shows them, one after another.
}
done-elsewhere = Done, in game { $game }. This chat does not show it; your board stays where it was.
choose-game = Which game do you mean?
choose-line = { $game }: { $white } – { $black }, { $rules }

## The menu of a game

menu-title = Game { $game }: { $terms }.
menu-question = What would you like to do?

## The lobby

lobby-waiting = { $count ->
    [0] No game waits for you
    [one] One game waits for you
   *[other] { $count } games wait for you
}
lobby-challenged = { $count ->
    [one] A challenge waits for you
   *[other] { $count } challenges wait for you
}
lobby-waiting-both = { $games ->
    [one] One game
   *[other] { $games } games
} and { $challenges ->
    [one] a challenge
   *[other] { $challenges } challenges
} wait for you
lobby-awaits = You wait for { $names }
lobby-awaits-names = { $more ->
    [0] { $first } and { $second }
   *[other] { $first }, { $second } and { $more } more
}
lobby-play = Play { $roll }
lobby-roll = Roll
lobby-answer = Answer
lobby-challenges = { $challenger } challenges you
lobby-seeks = { $challenger } is looking for an opponent
lobby-own-challenges = You are waiting for { $opponent }
lobby-own-seeks = You are waiting for anyone
lobby-taken = { $taker } has accepted. Is it who you meant?

## Finished games

finished-title = { $count ->
    [0] No game is finished yet.
   *[other] { $pages ->
        [1] Your finished games:
       *[other] Your finished games, page { $page } of { $pages }:
    }
}
finished-line = { $game } { $says } { $opponent }, { $rules }.
finished-everyone = All opponents
finished-opponent = { $name } ({ $count })
finished-all = All { $count }
finished-won = Won { $count }
finished-lost = Lost { $count }
finished-drawn = Drawn { $count }
