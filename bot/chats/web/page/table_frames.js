// Table frames: what the page is told of a game that is played on a board of its own, as types.
// `bot/chats/web/table_frames.py` declares the same for the table.

/**
 * Something that the person may do beside moving.
 *
 * @typedef {object} TableButton
 * @property {string} label
 * @property {string} data
 * @property {string} style
 */

/**
 * The time of one side.
 *
 * @typedef {object} ClockView
 * @property {number} left how many seconds it had left when this was sent
 * @property {boolean} runs whether they run from then on
 * @property {number | null} still_in after how many seconds they stand still for a while; null, if not before
 * @property {string} reason why they stand still though the side is to act; else empty
 */

/**
 * One side of a game.
 *
 * @typedef {object} StripView
 * @property {string} name who plays it
 * @property {string} side `w` or `b`
 * @property {number} pips its pip count
 * @property {string} score how the match stands for it; empty, if the game is alone
 * @property {ClockView | null} clock its time, if the game has a clock
 * @property {boolean} acts whether it is to act
 */

/**
 * One move of one die.
 *
 * @typedef {object} StepView
 * @property {number} start from where, 1 to 24 or 25, the bar
 * @property {number} stop to where, 1 to 24 or 0, off
 * @property {number} die the die
 * @property {boolean} hit whether a checker of the other side is hit there
 * @property {string} text how the move is written
 * @property {number} after the number of the node after it
 */

/**
 * A board that the turn can come to.
 *
 * @typedef {object} NodeView
 * @property {StepView[]} moves the legal next moves
 * @property {boolean} complete whether the turn may end here
 * @property {boolean} open whether there may be more moves, which only the table knows
 */

/**
 * The doubling cube; nobody's, while it lies in the middle, and a double's already with who is asked.
 *
 * @typedef {object} CubeView
 * @property {number} value
 * @property {string | null} owner
 */

/**
 * Something that happened in a game.
 *
 * @typedef {object} LogLineView
 * @property {string} side who did it, `w` or `b`
 * @property {string} roll the dice of a turn; empty for what is none
 * @property {string} text what was done
 * @property {string} mark the sign of a mistake, such as `??`; empty, where none is known
 * @property {string} judged the same in words, with what it cost
 */

/**
 * A game as the person sees it.
 *
 * @typedef {object} TableView
 * @property {string} game its id
 * @property {number} turn how many turns were played
 * @property {number} version which state of the game it is
 * @property {string} stage how far the game has come; answers that were offered at another stage are past
 * @property {string} title what is played
 * @property {string} says who has to do what
 * @property {string} news what happened last
 * @property {string} alt the board in words
 * @property {string} theme the theme
 * @property {number[]} white White's checkers, by place: 0 is off, 25 the bar
 * @property {number[]} black the same of Black
 * @property {number[]} numbers what is written at the points 1 to 24, where it is not their own numbers
 * @property {number[]} heads White's and Black's head, if the game knows one
 * @property {number[]} homes the lowest point of White's and of Black's home
 * @property {string | null} mover whose dice lie there
 * @property {number[]} dice the two dice
 * @property {boolean[]} used which of them, or of the four moves of equal dice, are played
 * @property {[number, number][]} last the last turn, from where to where for each checker
 * @property {CubeView | null} cube the cube, if there is one
 * @property {StripView} above the side that sits above
 * @property {StripView} below the side that sits below
 * @property {boolean} seated whether the person plays
 * @property {boolean} over whether the game has ended
 * @property {string | null} winner `w` or `b`, if one has won
 * @property {NodeView[]} graph how the person's turn can go on; nothing, if he is not to move
 * @property {[number, number][]} made from where to where the person has moved in this turn
 * @property {TableButton[]} buttons what the person may do
 * @property {TableButton | null} double what offers to double, if the person may
 * @property {LogLineView[]} log what happened in the game, line by line
 * @property {number | null} moment after which of these lines the game is shown; null, if as it stands now
 * @property {[number, number][]} better from where to where checkers go in a better turn than the one shown, if that was a mistake
 */

export {};
