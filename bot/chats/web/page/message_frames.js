// Message frames: what the page is told of rooms, of what was said in them, and of answers, as types.
// `bot/chats/web/message_frames.py` declares the same for the table.

/**
 * A stretch of text that stands out.
 *
 * @typedef {object} BoldSpan
 * @property {string} bold
 */

/**
 * A stretch of text to be typed or copied as it is.
 *
 * @typedef {object} CodeSpan
 * @property {string} code
 */

/**
 * The name of a person who is called, and the person's account.
 *
 * @typedef {object} MentionSpan
 * @property {string} mention
 * @property {string} account
 */

/**
 * An address to be opened, or sent to others; one that begins with a slash is the page's own.
 *
 * @typedef {object} AddressSpan
 * @property {string} address
 */

/** @typedef {string | BoldSpan | CodeSpan | MentionSpan | AddressSpan} SpanView */

/**
 * A person as others see him.
 *
 * @typedef {object} AccountView
 * @property {string} account
 * @property {string} name
 */

/**
 * A picture, and what has to be known to press points on it.
 *
 * @typedef {object} BoardView
 * @property {string} address where the picture is found
 * @property {string} alt the board in words
 * @property {string} side whose side it is seen from
 * @property {string} layout the layout of the board on it
 * @property {string | null} mover who is to move
 * @property {number[]} numbers what is written at the points 1 to 24, where it is not their own numbers
 * @property {number} width in pixels
 * @property {number} height in pixels
 */

/**
 * An animation.
 *
 * @typedef {object} AnimationView
 * @property {string} address where it is found with `.gif` added; with `.json` added, its progress
 * @property {string} alt what it is, in words
 */

/**
 * A file to be saved.
 *
 * @typedef {object} DocumentView
 * @property {string} address where it is found for some minutes
 * @property {string} name what it is called
 */

/**
 * A button.
 *
 * @typedef {object} ButtonView
 * @property {string} label
 * @property {string} data what a press sends back
 * @property {string} style
 * @property {number | null} source the point whose press means the same
 * @property {number | null} target the point where that checker lands
 */

/**
 * A button that copies a link for a friend.
 *
 * @typedef {object} InviteView
 * @property {string} label
 * @property {string} start what the link carries
 * @property {string} text what the friend reads beside the link
 */

/**
 * An answer that is for one person alone and kept nowhere.
 *
 * @typedef {object} ReplyView
 * @property {SpanView[]} text
 * @property {BoardView | null} board
 * @property {AnimationView | null} animation what is shown in the place of a board, if it moves
 * @property {DocumentView | null} document a file that goes along
 * @property {ButtonView[][]} buttons
 * @property {InviteView[]} invites
 * @property {string[]} notifies the accounts that the text calls
 * @property {string[]} waits_for the accounts of those who must act now
 * @property {string | null} pending where the finished answer is asked for
 * @property {string} opens what is opened instead of showing it: `settings`; empty, if nothing
 * @property {StageView | null} offered_at for which stage of a game its buttons are meant, if they are for a game
 */

/**
 * How far a game has come.
 *
 * @typedef {object} StageView
 * @property {string} game
 * @property {string} stage
 */

/**
 * A kept message.
 *
 * @typedef {object} MessageView
 * @property {string} id
 * @property {number} time in seconds since 1970
 * @property {AccountView | null} author null, if the table itself said it
 * @property {SpanView[]} text
 * @property {BoardView | null} board
 * @property {ButtonView[][]} buttons
 * @property {InviteView[]} invites
 * @property {string[]} notifies the accounts that the text calls
 * @property {string[]} waits_for the accounts of those who must act now
 * @property {string | null} game the game whose board it is, if that can be opened
 * @property {string | null} challenge the id of the challenge whose card it is, if that goes on
 * @property {string | null} past_game the id of the game whose board it was, if a newer message shows that now
 */

/** @typedef {"table" | "me"} RoomName */

/**
 * @typedef {object} Room
 * @property {"room"} is
 * @property {RoomName} room
 * @property {MessageView[]} messages
 * @property {string | null} before what to ask for to see what was said before those
 */

/**
 * @typedef {object} EarlierMessages
 * @property {"earlier"} is
 * @property {RoomName} room
 * @property {MessageView[]} messages
 * @property {string | null} before
 */

/**
 * @typedef {object} Message
 * @property {"message"} is
 * @property {RoomName} room
 * @property {MessageView} message
 */

/**
 * @typedef {object} MessageRemoved
 * @property {"removed"} is
 * @property {RoomName} room
 * @property {string} message
 */

export {};
