### Lessons: how to play, page by page.

## The sentence of each page

button-next = Next ›
how-1 = 1 of 6. Both sides travel the same way round, from the head to the home: White from 24 down to 1, Black from 12 down to 1 and on from 24 to 13.
how-2 = 2 of 6. All 15 checkers begin on the head, and in one turn one may leave it; only 3-3, 4-4 or 6-6 on the very first turn can release a second.
how-3 = 3 of 6. Each die moves a checker, and both dice move one checker or two; both must be played if they can be, and where either but not both can, the higher must be; equal dice are played four times.
how-4 = 4 of 6. A point with even one opposing checker is closed: no checker may land there, nor rest there between two dice, but a single die jumps over it, and nothing is ever hit.
how-5 = 5 of 6. Six points in a row are a wall that nobody passes; you may build one only while at least one opposing checker is past it.
how-6 = 6 of 6. When all your 15 are home, the exact number bears a checker off, a larger one only from the rearmost point; the first to finish wins an oyn, 1 point, or a mars, 2 points, if the other has borne off none.
how-otherwise = This page shows the classical game. { $rules } is played { $about }
how-opposed-1 = 1 of 5. The sides travel against each other: White goes from 24 down to 1, Black from 1 up to 24, and the last six points are the home.
how-opposed-2 = 2 of 5. Each die moves a checker, and both dice move one checker or two; both must be played if they can be, and where either but not both can, { $higher ->
    [0] you choose
   *[1] the higher must be
}; equal dice are played { $doubles ->
    [2] twice
   *[4] four times
}.
how-opposed-3 = 3 of 5. A point with two or more opposing checkers is closed, but a single die jumps over it, and a single checker is hit and goes to the bar: here 13 may hit on 9, and 12 is closed.
how-opposed-4 = 4 of 5. A checker on the bar moves first and enters in the opponent’s home: a 3 enters on 22, while for a 6 the point 19 is closed, and who cannot enter passes.
how-opposed-5 = 5 of 5. When all your 15 are home and none is on the bar, the exact number bears a checker off, a larger one only from the rearmost point; the first to finish wins { $scoring ->
    [one] 1 point
   *[other] 1 point, 2 if the other has borne off none, or 3 if the other also has a checker still in your home or on the bar
}.

## The task of each page, and what is said when it is solved

lesson-1 = Now you: White rolled 5-3. Move a checker on its way.
lesson-2 = Now you: White rolled 6-5 and took one from the head with the 6. Play the 5.
lesson-3 = Now you: White rolled 6-5. Begin so that the other die can be played, too.
lesson-4 = Now you: White rolled 5-4. Find the way that is open.
lesson-5 = Now you: White rolled 4-3 and has played the 4; no black checker is past. Play the 3 without closing a wall of six.
lesson-6 = Now you: White rolled 6-5. Bear a checker off.
lesson-right-1 = Right: White’s checkers only go down, from 24 towards 1.
lesson-right-2 = Right: the head has given its one checker for this turn, so another one plays the 5.
lesson-right-3 = Right: now the other die can be played as well. After 14/8 it could not.
lesson-right-4 = Right: 10 is open, and from there the 5 jumps over 9.
lesson-right-5 = Right: with no black checker past it, no wall of six may stand when the turn ends.
lesson-right-6 = Right: no checker stands farther back than 5, so even the 6 bears off from there.
lesson-end = That is all you need for a first game.
lesson-back = ‹ Back
lesson-skip = Skip ›
lesson-of-another = These buttons are somebody else’s. { $command } shows you the same page with your own.
lesson-on-board = On a board that you can touch: { $link }
