// Frames: what the page and the table send each other, as types. `make page-types` writes this file from
// `bot/chats/web/to_page.py`, `from_page.py` and the values of `bot/talk` that they send.

/**
 * @typedef {Record<string, Record<string, [number, number, number, number]>>} Areas
 */
/**
 * @typedef {"table" | "me"} RoomName
 */
/**
 * @typedef {string | BoldSpan | CodeSpan | MentionSpan | AddressSpan} SpanView
 */
/**
 * @typedef {Welcome | SignInCode | Rights | Accounts | Named | NameRefused | Language | Room | EarlierMessages |
 *   Message | MessageRemoved | Done | Completions | Table | Here | PageWords | TurnedAway | Lobby | Settings | Theme}
 *   ToPage
 */
/**
 * @typedef {Hello | MakeSignInCode | SitDown | TakeName | Say | PressButton | Complete | ShowEarlier | LookAt |
 *   StillThere | ListAccounts | RemoveLine | RemoveAccount | OpenApp | ShowLobby | ShowSettings} FromPage
 */
/**
 * The first answer to a hello.
 * @typedef {{ is: "welcome", secret: string | null, account: string | null, name: string | null, areas: Areas,
 *   closed: boolean, offer: string | null }} Welcome
 */
/**
 * A link that signs the person in on one more browser.
 * @typedef {{ is: "sign-in code", id: string, address: string, size: number, path: string }} SignInCode
 */
/**
 * What the person may do.
 * @typedef {{ is: "rights", host: boolean, key: string }} Rights
 */
/**
 * All accounts, for the host.
 * @typedef {{ is: "accounts", accounts: AccountView[] }} Accounts
 */
/**
 * The person has this name now.
 * @typedef {{ is: "named", id: string | null, account: string, name: string }} Named
 */
/**
 * The person cannot have the name, for the reason in the text.
 * @typedef {{ is: "refused", id: string, text: string }} NameRefused
 */
/**
 * The language in which the person is answered from now on.
 * @typedef {{ is: "language", language: string }} Language
 */
/**
 * The last messages of a room, oldest first.
 * @typedef {{ is: "room", room: RoomName, messages: MessageView[], before: string | null }} Room
 */
/**
 * Messages of a room that were said before others; the fields are those of `Room`.
 * @typedef {{ is: "earlier", room: RoomName, messages: MessageView[], before: string | null }} EarlierMessages
 */
/**
 * A message is new, or has changed.
 * @typedef {{ is: "message", room: RoomName, message: MessageView }} Message
 */
/**
 * A message was removed, by its id.
 * @typedef {{ is: "removed", room: RoomName, message: string }} MessageRemoved
 */
/**
 * An action of the person is done; the answers are for them alone.
 * @typedef {{ is: "done", id: string, replies: ReplyView[] }} Done
 */
/**
 * The whole lines that the typed beginning could become.
 * @typedef {{ is: "completions", id: string, lines: string[] }} Completions
 */
/**
 * A game that the tab looks at; None if there is no such game for the person.
 * @typedef {{ is: "table", room: RoomName, game: string, table: TableView | null }} Table
 */
/**
 * The table is still there.
 * @typedef {{ is: "here" }} Here
 */
/**
 * The texts of the Mini App's page in the person's language, before the welcome.
 * @typedef {{ is: "words", language: string, words: Record<string, string>, start: string }} PageWords
 */
/**
 * It is not known who opened the app, and what to do; the connection is closed after it.
 * @typedef {{ is: "turned away", text: string }} TurnedAway
 */
/**
 * What the person may play, answer or look at.
 * @typedef {{ is: "lobby", games: LobbyGameView[], invitations: InvitationView[], others: LobbyGameView[] }} Lobby
 */
/**
 * The settings.
 * @typedef {{ is: "settings", mine: SettingView[], table: SettingView[] }} Settings
 */
/**
 * The theme of the person's boards, and of the page.
 * @typedef {{ is: "theme", theme: string }} Theme
 */
/**
 * A tab introduces itself.
 * @typedef {{ do: "hello", secret: string, language: string, key?: string, zone?: string | null, code?: string }}
 *   Hello
 */
/**
 * A person wants to sign in on another device.
 * @typedef {{ do: "sign-in code", id: string, origin: string }} MakeSignInCode
 */
/**
 * A person signs in by the code of the hello.
 * @typedef {{ do: "sit down", id: string }} SitDown
 */
/**
 * A person says a name.
 * @typedef {{ do: "name", id: string, name: string }} TakeName
 */
/**
 * A person typed a line.
 * @typedef {{ do: "say", id: string, room: RoomName, text: string, message: string | null, attached?: Attached | null
 *   }} Say
 */
/**
 * A person pressed a button of a kept message, or of an answer, which has no id.
 * @typedef {{ do: "press", id: string, room: RoomName, data: string, message: string | null }} PressButton
 */
/**
 * A person is typing a line.
 * @typedef {{ do: "complete", id: string, room: RoomName, text: string }} Complete
 */
/**
 * A person wants to see what was said before a message.
 * @typedef {{ do: "earlier", room: RoomName, before: string }} ShowEarlier
 */
/**
 * A person opens the board of a game; an empty id closes it.
 * @typedef {{ do: "look at", room: RoomName, game: string, moment?: number | null }} LookAt
 */
/**
 * A tab asks if the table is still there.
 * @typedef {{ do: "still there" }} StillThere
 */
/**
 * The host wants to see all accounts.
 * @typedef {{ do: "accounts" }} ListAccounts
 */
/**
 * The host removes what a person said at the table.
 * @typedef {{ do: "remove line", id: string, message: string }} RemoveLine
 */
/**
 * The host removes an account.
 * @typedef {{ do: "remove account", id: string, account: string }} RemoveAccount
 */
/**
 * The Mini App introduces itself.
 * @typedef {{ do: "open app", data: string, language: string, zone?: string }} OpenApp
 */
/**
 * A person wants to see what they may play, answer or look at.
 * @typedef {{ do: "lobby" }} ShowLobby
 */
/**
 * A person wants to see their settings.
 * @typedef {{ do: "settings" }} ShowSettings
 */
/**
 * How far an answer is; no reply if it was stopped.
 * @typedef {{ reply: ReplyView | null }} AnswerProgress
 */
/**
 * How far an animation is.
 * @typedef {{ made: number, of: number, finished: boolean }} AnimationProgress
 */
/**
 * A step of how to play.
 * @typedef {{ page: number, rule: string, task: string, told: string, right: boolean, table: TableView }} LessonView
 */
/**
 * A person as others see them.
 * @typedef {{ account: string, name: string }} AccountView
 */
/**
 * A kept message.
 * @typedef {{ id: string, time: number, author: AccountView | null, text: SpanView[], board: BoardView | null,
 *   buttons: ButtonView[][], invites: InviteView[], notifies: string[], waits_for: string[], game: string | null,
 *   challenge: string | null, past_game: string | null }} MessageView
 */
/**
 * An answer that is for one person alone and kept nowhere.
 * @typedef {{ text: SpanView[], board: BoardView | null, animation: AnimationView | null, document: DocumentView |
 *   null, buttons: ButtonView[][], invites: InviteView[], notifies: string[], waits_for: string[], pending: string |
 *   null, opens: string, offered_at: StageView | null }} ReplyView
 */
/**
 * A game as the person sees it.
 * @typedef {{ game: string, turn: number, version: number, stage: string, title: string, says: string, news: string,
 *   alt: string, theme: string, white: number[], black: number[], numbers: number[], heads: number[], homes:
 *   number[], mover: string | null, dice: number[], used: boolean[], last: [number, number][], cube: CubeView | null,
 *   above: StripView, below: StripView, seated: boolean, over: boolean, winner: string | null, graph: NodeView[],
 *   made: [number, number][], buttons: TableButton[], double: TableButton | null, log: LogLineView[], moment: number
 *   | null, better: [number, number][] }} TableView
 */
/**
 * A game that the person plays, or may look at.
 * @typedef {{ game: string, room: RoomName, players: string, rules: string, says: string, clock: ClockView | null,
 *   board: SmallBoardView, waits: boolean, press: string }} LobbyGameView
 */
/**
 * A challenge that the person may answer, or withdraw.
 * @typedef {{ challenge: string, room: RoomName, says: string, rules: string, buttons: TableButton[] }}
 *   InvitationView
 */
/**
 * A setting.
 * @typedef {{ option: string, name: string, form: string, value: string, choices: ChoiceView[], offered: string[],
 *   example: string, may_set: boolean }} SettingView
 */
/**
 * A text attached to a line: a file, or what was written below the command, with its line breaks.
 * @typedef {{ text: string, size: number }} Attached
 */
/**
 * A stretch of text in bold.
 * @typedef {{ bold: string }} BoldSpan
 */
/**
 * A stretch of text to be typed or copied as it is.
 * @typedef {{ code: string }} CodeSpan
 */
/**
 * The name of a person who is mentioned, and the person's account.
 * @typedef {{ mention: string, account: string }} MentionSpan
 */
/**
 * An address to be opened, or sent to others; one that begins with a slash is the page's own.
 * @typedef {{ address: string }} AddressSpan
 */
/**
 * A picture, and what has to be known to press points on it.
 * @typedef {{ address: string, alt: string, side: string, layout: string, mover: string | null, numbers: number[],
 *   width: number, height: number }} BoardView
 */
/**
 * A button; its points are those of `bot.talk.reply.Button`.
 * @typedef {{ label: string, data: string, style: string, source: number | null, target: number | null }} ButtonView
 */
/**
 * A button that copies a link for a friend.
 * @typedef {{ label: string, start: string, text: string }} InviteView
 */
/**
 * An animation.
 * @typedef {{ address: string, alt: string }} AnimationView
 */
/**
 * A file to be saved, which the page can fetch for some minutes.
 * @typedef {{ address: string, name: string }} DocumentView
 */
/**
 * How far a game has come: its id, and the `stage` that `TableView` tells.
 * @typedef {{ game: string, stage: string }} StageView
 */
/**
 * The doubling cube; nobody's, while it lies in the middle, and a double's already with who is asked.
 * @typedef {{ value: number, owner: string | null }} CubeView
 */
/**
 * One side of a game.
 * @typedef {{ name: string, side: string, pips: number, score: string, clock: ClockView | null, acts: boolean }}
 *   StripView
 */
/**
 * A board that the turn can come to.
 * @typedef {{ moves: StepView[], complete: boolean, open: boolean }} NodeView
 */
/**
 * Something that the person may do beside moving.
 * @typedef {{ label: string, data: string, style: string }} TableButton
 */
/**
 * Something that happened.
 * @typedef {{ side: string, roll: string, text: string, mark: string, judged: string }} LogLineView
 */
/**
 * The time of one side.
 * @typedef {{ left: number, runs: boolean, still_in: number | null, reason: string }} ClockView
 */
/**
 * Where the checkers of a game stand.
 * @typedef {{ side: string, theme: string, white: number[], black: number[], mover: string | null, dice: number[] }}
 *   SmallBoardView
 */
/**
 * A value that a setting can have.
 * @typedef {{ typed: string, label: string }} ChoiceView
 */
/**
 * One move of one die.
 * @typedef {{ start: number, stop: number, die: number, hit: boolean, text: string, after: number }} StepView
 */

export {};
