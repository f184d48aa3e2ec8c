// Frames: what the page and the table send each other over the WebSocket, as types. `bot/chats/web/frames.py`
// declares the same for the table; a test holds both equal, so a property that is added here is added there.

// Views: what the frames to the page are made of.

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
 * @property {ButtonView[][]} buttons
 * @property {InviteView[]} invites
 * @property {string[]} notifies the accounts that the text calls
 * @property {string[]} waits_for the accounts of those who must act now
 * @property {string | null} pending where the finished answer is asked for
 * @property {string} opens what is opened instead of showing it: `settings`; empty, if nothing
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
 */

/** @typedef {"table" | "me"} RoomName */

/**
 * Left, top, width and height of an area on a picture, in percent of it.
 *
 * @typedef {[number, number, number, number]} Box
 */

/**
 * For each side, `w` or `b`, where each point, the bar (`25`) and the trays (`off-w`, `off-b`) lie.
 *
 * @typedef {Record<string, Record<string, Box>>} Areas
 */

// A game on a board of its own.

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
 * The doubling cube; nobody's, while it lies in the middle.
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
 */

/**
 * A game as the person sees it.
 *
 * @typedef {object} TableView
 * @property {string} game its id
 * @property {number} turn how many turns were played
 * @property {number} version which state of the game it is
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
 */

/**
 * One of the person's games.
 *
 * @typedef {object} LobbyGameView
 * @property {string} game its id
 * @property {string} players who play it
 * @property {string} rules what is played
 * @property {string} says whose turn it is, or what comes next
 * @property {string} time how much time is left, if the game has a clock
 * @property {boolean} waits whether it waits for the person
 * @property {string} press what begins the next game of its match; empty, where the game itself opens
 */

// To the page.

/**
 * @typedef {object} Welcome
 * @property {"welcome"} is
 * @property {string | null} secret a fresh one, if the one that was offered is none
 * @property {string | null} account
 * @property {string | null} name
 * @property {Areas} areas
 * @property {boolean} closed whether one may not even look
 */

/**
 * @typedef {object} Rights
 * @property {"rights"} is
 * @property {boolean} host
 * @property {string} key what a link for others needs, if anything
 */

/**
 * @typedef {object} Accounts
 * @property {"accounts"} is
 * @property {AccountView[]} accounts
 */

/**
 * @typedef {object} Named
 * @property {"named"} is
 * @property {string | null} id null, if another tab of the person asked for it
 * @property {string} account
 * @property {string} name
 */

/**
 * @typedef {object} NameRefused
 * @property {"refused"} is
 * @property {string} id
 * @property {string} text
 */

/**
 * @typedef {object} Language
 * @property {"language"} is
 * @property {string} language
 */

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

/**
 * @typedef {object} Done
 * @property {"done"} is
 * @property {string} id
 * @property {ReplyView[]} replies
 */

/**
 * @typedef {object} Completions
 * @property {"completions"} is
 * @property {string} id
 * @property {string[]} lines
 */

/**
 * @typedef {object} Table
 * @property {"table"} is
 * @property {RoomName} room
 * @property {string} game
 * @property {TableView | null} table
 */

/**
 * @typedef {object} Here
 * @property {"here"} is
 */

/**
 * The texts of the Mini App's page, before its welcome.
 *
 * @typedef {object} PageWords
 * @property {"words"} is
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {string} start what the link carried by which the app was opened
 */

/**
 * @typedef {object} TurnedAway
 * @property {"turned away"} is
 * @property {string} text
 */

/**
 * A value that a setting can have.
 *
 * @typedef {object} ChoiceView
 * @property {string} typed what is typed for it
 * @property {string} label
 */

/**
 * A setting.
 *
 * @typedef {object} SettingView
 * @property {string} option what is typed for it
 * @property {string} name
 * @property {string} form `switch`, `choice`, or what is written for it: `hours`, `time` or `zone`
 * @property {string} value what is typed for the value that it has
 * @property {ChoiceView[]} choices
 * @property {string[]} offered further values that are likely to be wanted
 * @property {string} example a value that may be written; empty, if none may
 * @property {boolean} may_set whether the person may change it
 */

/**
 * @typedef {object} Settings
 * @property {"settings"} is
 * @property {SettingView[]} mine
 * @property {SettingView[]} table those of the common table
 */

/**
 * @typedef {object} Theme
 * @property {"theme"} is
 * @property {string} theme
 */

/**
 * @typedef {object} Lobby
 * @property {"lobby"} is
 * @property {LobbyGameView[]} games
 */

/**
 * @typedef {Welcome | Rights | Accounts | Named | NameRefused | Language | Room | EarlierMessages | Message |
 *   MessageRemoved | Done | Completions | Table | Here | PageWords | TurnedAway | Lobby |
 *   Settings | Theme} ToPage
 */

// From the page.

/**
 * @typedef {object} Hello
 * @property {"hello"} do
 * @property {string} secret
 * @property {string} language
 * @property {string} [key]
 * @property {string} [zone]
 */

/**
 * @typedef {object} TakeName
 * @property {"name"} do
 * @property {string} id
 * @property {string} name
 */

/**
 * A text that was pasted along with a line; of one that is too large the size alone.
 *
 * @typedef {object} Attached
 * @property {string} text
 * @property {number} size in bytes
 */

/**
 * @typedef {object} Say
 * @property {"say"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} text
 * @property {string | null} message the message that it replies to
 * @property {Attached | null} [attached]
 */

/**
 * @typedef {object} PressButton
 * @property {"press"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} data
 * @property {string | null} message null for a button of an answer
 */

/**
 * @typedef {object} Complete
 * @property {"complete"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} text
 */

/**
 * @typedef {object} ShowEarlier
 * @property {"earlier"} do
 * @property {RoomName} room
 * @property {string} before
 */

/**
 * @typedef {object} LookAt
 * @property {"look at"} do
 * @property {RoomName} room
 * @property {string} game
 * @property {number | null} [moment] after which line of its log it is shown; as it stands now, if none
 */

/**
 * @typedef {object} StillThere
 * @property {"still there"} do
 */

/**
 * @typedef {object} ListAccounts
 * @property {"accounts"} do
 */

/**
 * @typedef {object} RemoveLine
 * @property {"remove line"} do
 * @property {string} id
 * @property {string} message
 */

/**
 * @typedef {object} RemoveAccount
 * @property {"remove account"} do
 * @property {string} id
 * @property {string} account
 */

/**
 * @typedef {object} ShowSettings
 * @property {"settings"} do
 */

/**
 * @typedef {object} OpenApp
 * @property {"open app"} do
 * @property {string} data the `initData` of Telegram
 * @property {string} language
 * @property {string} zone
 */

/**
 * @typedef {object} ShowLobby
 * @property {"lobby"} do
 */

/**
 * @typedef {Hello | TakeName | Say | PressButton | Complete | ShowEarlier | LookAt | StillThere | ListAccounts | RemoveLine |
 *   RemoveAccount | OpenApp | ShowLobby | ShowSettings} FromPage
 */

// Over HTTP, where the page asks again and again until something is finished.

/**
 * @typedef {object} AnswerProgress
 * @property {ReplyView | null} reply null, if it was stopped
 */

/**
 * @typedef {object} AnimationProgress
 * @property {number} made how many of its pictures are drawn
 * @property {number} of how many it has
 * @property {boolean} finished
 */

export {};
