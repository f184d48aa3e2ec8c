## How to play: the one thing to do on each page, and what is said when it is done

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
