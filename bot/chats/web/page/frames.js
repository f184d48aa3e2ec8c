// Frames: what the page and the table send each other, as types. `make page-types` writes this file from
// `bot/chats/web/to_page.py`, `from_page.py` and the values of `bot/talk` that they send.

/**
 * @typedef {Record<string, Record<string, [number, number, number, number]>>} Areas
 */
/**
 * @typedef {"table" | "me"} RoomName
 */
/**
 * @typedef {string | BoldView | CodeView | MentionView | AddressView} SpanView
 */
/**
 * @typedef {Welcome | SignInCode | QrCode | Rights | Accounts | Named | NameRefused | Language | Room |
 *   EarlierMessages | Message | MessageRemoved | Done | Completions | TableFrame | Here | PageWords | TurnedAway |
 *   LobbyView | FinishedView | ProfilePageView | NewGameView | FriendsView | LandingView | InvitedView |
 *   AnalysisPageView | Settings | Theme} ToPage
 */
/**
 * @typedef {Hello | MakeSignInCode | UseSignInCode | TakeName | BecomeGuest | Say | PressButton | Complete |
 *   ShowEarlier | LookAt | Analyse | StillThere | ListAccounts | RemoveLine | RemoveAccount | OpenApp | ShowLobby |
 *   ShowInvitation | ShowFinished | ShowProfile | ShowNewGame | FindFriends | DrawQrCode | ShowSettings} FromPage
 */
/**
 * The first answer to a hello.
 * @typedef {{ is: "welcome", secret: string | null, account: string | null, name: string | null, areas: Areas,
 *   closed: boolean, offer: string | null, types: string, guest: boolean }} Welcome
 */
/**
 * A link that signs the person in on one more browser.
 * @typedef {{ is: "sign-in code", id: string, address: string, size: number, path: string }} SignInCode
 */
/**
 * A text as a QR code.
 * @typedef {{ is: "qr code", id: string, size: number, path: string }} QrCode
 */
/**
 * The person's rights at the table.
 * @typedef {{ is: "rights", host: boolean, key: string }} Rights
 */
/**
 * The accounts of the local table, at most 5000, for the host; none for any other person.
 * @typedef {{ is: "accounts", accounts: AccountView[] }} Accounts
 */
/**
 * The person has this name now.
 * @typedef {{ is: "named", id: string | null, account: string, name: string, guest: boolean }} Named
 */
/**
 * A request for a name or about a sign-in code is refused, for the reason in the text.
 * @typedef {{ is: "refused", id: string, text: string }} NameRefused
 */
/**
 * The language of the page from now on.
 * @typedef {{ is: "language", language: string }} Language
 */
/**
 * The last messages of a room, at most 50, the oldest first; they replace all that the page shows of it.
 * @typedef {{ is: "room", room: RoomName, messages: MessageView[], before: string | null }} Room
 */
/**
 * Earlier messages of a room, with the fields of `Room`.
 * @typedef {{ is: "earlier", room: RoomName, messages: MessageView[], before: string | null }} EarlierMessages
 */
/**
 * A message of a room is new, or has changed.
 * @typedef {{ is: "message", room: RoomName, message: MessageView }} Message
 */
/**
 * The message of a room with this id was removed.
 * @typedef {{ is: "removed", room: RoomName, message: string }} MessageRemoved
 */
/**
 * An action of the person is done, or was refused or failed; its private answers come along.
 * @typedef {{ is: "done", id: string, replies: ReplyView[] }} Done
 */
/**
 * The full lines that could complete the person's typed text.
 * @typedef {{ is: "completions", id: string, lines: string[] }} Completions
 */
/**
 * The board of a game, now or at an earlier moment; None if the person may not see the game.
 * @typedef {{ is: "table", room: RoomName, game: string, table: TableView | null }} TableFrame
 */
/**
 * The server is still there: the answer to `StillThere`.
 * @typedef {{ is: "here" }} Here
 */
/**
 * The texts of the Mini App's page in the person's language, sent before the welcome.
 * @typedef {{ is: "words", language: string, words: Record<string, string>, start: string }} PageWords
 */
/**
 * The Mini App's user could not be verified; the text says what to do, then the connection closes.
 * @typedef {{ is: "turned away", text: string }} TurnedAway
 */
/**
 * The contents of a person's lobby.
 * @typedef {{ is: "lobby", games: LobbyGameView[], invitations: LobbyInvitationView[], others: LobbyGameView[], says:
 *   string, awaits: string }} LobbyView
 */
/**
 * A page of a person's finished games.
 * @typedef {{ is: "finished", shown: string, filters: FinishedFilterView[], games: FinishedGameView[], page: number,
 *   pages: number, opponent: string, opponents: FinishedFilterView[] }} FinishedView
 */
/**
 * A person's own profile.
 * @typedef {{ is: "profile", name: string, figures: FigureView[], errors: number[], says: string, bands:
 *   BandLineView[], against: OpponentLineView[] }} ProfilePageView
 */
/**
 * The form of a new game.
 * @typedef {{ is: "new game", opponent: string, friend: FormFriendView | null, opponents: FormOpponentView[],
 *   friends: FormFriendView[], games: FormGameView[], fields: FormFieldView[] }} NewGameView
 */
/**
 * The players that the form finds by the beginning of a name.
 * @typedef {{ is: "friends", id: string, friends: FormFriendView[] }} FriendsView
 */
/**
 * What a visitor without an account may do.
 * @typedef {{ is: "landing", may_begin: boolean, says: string, games: LobbyGameView[], links: PlatformLinkView[] }}
 *   LandingView
 */
/**
 * An invitation that can be accepted by a press.
 * @typedef {{ is: "invited", says: string, terms: string, about: string, notes: string, board: SmallBoardView | null,
 *   press: string }} InvitedView
 */
/**
 * A finished game's analysis for one person, or its progress.
 * @typedef {{ is: "analysis", game: string, start: number, turns: AnalysedTurnView[], sides: SideFiguresView[],
 *   chances: number[], done: number, of: number, finished: boolean, says: string }} AnalysisPageView
 */
/**
 * The person's settings and those of the common table; the Mini App gets none of the table.
 * @typedef {{ is: "settings", mine: SettingView[], table: SettingView[] }} Settings
 */
/**
 * The theme of the page and of the person's boards.
 * @typedef {{ is: "theme", theme: string }} Theme
 */
/**
 * A tab introduces itself: its first frame, which is answered by `Welcome`.
 * @typedef {{ do: "hello", secret: string, language: string, key?: string, zone?: string, code?: string, types?:
 *   string }} Hello
 */
/**
 * A person asks for a code that signs one more browser in to their account.
 * @typedef {{ do: "sign-in code", id: string, origin: string }} MakeSignInCode
 */
/**
 * A person confirms to sign in with the code that the tab's hello carried.
 * @typedef {{ do: "sit down", id: string }} UseSignInCode
 */
/**
 * A person chooses a name, and gets an account with it if the browser has none.
 * @typedef {{ do: "name", id: string, name: string }} TakeName
 */
/**
 * A visitor begins to play; a browser without an account gets one, with a name that the bot chooses.
 * @typedef {{ do: "guest", id: string }} BecomeGuest
 */
/**
 * A person typed a line.
 * @typedef {{ do: "say", id: string, room: RoomName, text: string, message: string | null, attached?: Attached | null
 *   }} Say
 */
/**
 * A person pressed a button.
 * @typedef {{ do: "press", id: string, room: RoomName, data: string, message: string | null }} PressButton
 */
/**
 * A person is typing a line; the page asks for full lines that could complete it.
 * @typedef {{ do: "complete", id: string, room: RoomName, text: string }} Complete
 */
/**
 * A person asks for the messages of a room before a message.
 * @typedef {{ do: "earlier", room: RoomName, before: string }} ShowEarlier
 */
/**
 * A person opens the board of a game; with an empty `game` they close the open board.
 * @typedef {{ do: "look at", room: RoomName, game: string, moment?: number | null }} LookAt
 */
/**
 * A person asks for the analysis of a finished game, which is computed if none is stored.
 * @typedef {{ do: "analyse", room: RoomName, game: string }} Analyse
 */
/**
 * A tab checks if the server still answers.
 * @typedef {{ do: "still there" }} StillThere
 */
/**
 * The host asks for the list of accounts.
 * @typedef {{ do: "accounts" }} ListAccounts
 */
/**
 * The host removes a message that a person posted at the table.
 * @typedef {{ do: "remove line", id: string, message: string }} RemoveLine
 */
/**
 * The host removes an account.
 * @typedef {{ do: "remove account", id: string, account: string }} RemoveAccount
 */
/**
 * The Mini App introduces itself.
 * @typedef {{ do: "open app", data: string, language: string, zone?: string, types?: string }} OpenApp
 */
/**
 * A person asks for the lobby: what they may play, answer or look at.
 * @typedef {{ do: "lobby" }} ShowLobby
 */
/**
 * A visitor without an account asks for the invitation of the link that opened the page.
 * @typedef {{ do: "invited", start: string }} ShowInvitation
 */
/**
 * A person asks for a page of their finished games.
 * @typedef {{ do: "finished", shown: "all" | "won" | "lost" | "drawn", page: number, opponent?: string }}
 *   ShowFinished
 */
/**
 * A person asks for their own profile.
 * @typedef {{ do: "profile" }} ShowProfile
 */
/**
 * A person or a visitor asks for the form of a new game.
 * @typedef {{ do: "new game" }} ShowNewGame
 */
/**
 * A person types the beginning of a name in the form of a new game.
 * @typedef {{ do: "friends", id: string, text: string }} FindFriends
 */
/**
 * The page asks for a link as a QR code.
 * @typedef {{ do: "qr code", id: string, text: string }} DrawQrCode
 */
/**
 * A person asks for their settings.
 * @typedef {{ do: "settings" }} ShowSettings
 */
/**
 * The finished answer or a progress report; None if the work was stopped.
 * @typedef {{ reply: ReplyView | null }} AnswerProgress
 */
/**
 * The progress of an animation.
 * @typedef {{ made: number, of: number, finished: boolean }} AnimationProgress
 */
/**
 * A step of the tutorial.
 * @typedef {{ page: number, rule: string, task: string, feedback: string, right: boolean, table: TableView }}
 *   LessonStepView
 */
/**
 * A puzzle and what the visitor has tried in it. The page sends the turn; nothing is stored.
 * @typedef {{ name: string, next_name: string, day: string, asks: string, feedback: string, judged: JudgedAnswerView
 *   | null, table: TableView }} PuzzleStepView
 */
/**
 * A person: account and name.
 * @typedef {{ account: string, name: string }} AccountView
 */
/**
 * A stored message of a room.
 * @typedef {{ id: string, time: number, author: AccountView | null, text: SpanView[], board: BoardView | null,
 *   buttons: ButtonView[][], invites: InviteView[], notifies: string[], waits_for: string[], game: string | null,
 *   challenge: string | null, past_game: string | null, changed: number | null, line: boolean }} MessageView
 */
/**
 * An answer for one person alone, which is not stored.
 * @typedef {{ text: SpanView[], board: BoardView | null, animation: AnimationView | null, document: DocumentView |
 *   null, buttons: ButtonView[][], invites: InviteView[], notifies: string[], waits_for: string[], pending: string |
 *   null, opens: string, offered_at: StageView | null, invitation: InvitationView | null, hint: BoardHintView | null,
 *   objection: ObjectionView | null }} ReplyView
 */
/**
 * A game on an interactive board for one person.
 * @typedef {{ game: string, turn: number, version: number, stage: string, title: string, says: string, news: string,
 *   alt: string, theme: string, white: number[], black: number[], mover: string | null, dice: number[], numbers:
 *   number[], heads: number[], homes: number[], used: boolean[], last: [number, number][], cube: CubeView | null,
 *   above: StripView, below: StripView, seated: boolean, over: boolean, winner: "w" | "b" | null, graph: NodeView[],
 *   made: [number, number][], buttons: ButtonView[], menu: MenuEntryView[][], offer: OfferView | null, offers:
 *   OfferView[], asked: string, withdraw: ButtonView | null, log: LogLineView[], moment: number | null, better:
 *   [number, number][], result: ResultView | null }} TableView
 */
/**
 * One of a person's games.
 * @typedef {{ game: string, room: RoomName, players: string, rules: string, says: string, clock: StripClockView |
 *   null, board: SmallBoardView, waits: boolean, press: string, does: string }} LobbyGameView
 */
/**
 * A challenge that the person can answer or cancel.
 * @typedef {{ challenge: string, room: RoomName, says: string, rules: string, waits: boolean, buttons: ButtonView[]
 *   }} LobbyInvitationView
 */
/**
 * A part of the list, by how the games ended or by opponent.
 * @typedef {{ key: string, label: string }} FinishedFilterView
 */
/**
 * A finished game of a person.
 * @typedef {{ game: string, ended: number, says: string, opponent: string, rules: string, board: SmallBoardView }}
 *   FinishedGameView
 */
/**
 * A figure of a profile, with its name above and a note below it.
 * @typedef {{ name: string, value: string, note: string }} FigureView
 */
/**
 * A class of playing strength in the chart.
 * @typedef {{ name: string, most: number }} BandLineView
 */
/**
 * A person's games against one opponent.
 * @typedef {{ name: string, score: string, share: number }} OpponentLineView
 */
/**
 * A player to challenge.
 * @typedef {{ typed: string, name: string }} FormFriendView
 */
/**
 * A kind of opponent to choose.
 * @typedef {{ key: string, label: string, line: string, room: RoomName, submit: string, chosen: Record<string,
 *   string> }} FormOpponentView
 */
/**
 * A game to choose.
 * @typedef {{ typed: string, name: string, about: string, board: SmallBoardView, length: string }} FormGameView
 */
/**
 * A choice of the form besides the game and the opponent.
 * @typedef {{ key: string, name: string, form: string, choices: FormChoiceView[], games: string[], opponents:
 *   string[] }} FormFieldView
 */
/**
 * A link that opens the bot on another platform.
 * @typedef {{ platform: string, address: string }} PlatformLinkView
 */
/**
 * A board in a page's list of games.
 * @typedef {{ side: string, theme: string, white: number[], black: number[], mover: string | null, dice: number[] }}
 *   SmallBoardView
 */
/**
 * A turn of an analysed game.
 * @typedef {{ moment: number, side: "w" | "b", roll: string, played: string, chance: number, luck: number, cost:
 *   string, mark: string, large: boolean, title: string, says: string, note: string }} AnalysedTurnView
 */
/**
 * How well one side played.
 * @typedef {{ name: string, side: "w" | "b", error: string, luck: string, without: string }} SideFiguresView
 */
/**
 * An option in a page's settings panel.
 * @typedef {{ option: string, name: string, form: string, value: string, choices: SettingChoiceView[], offered:
 *   string[], example: string, may_set: boolean }} SettingView
 */
/**
 * A text that comes with a command: a file, or the lines below the command.
 * @typedef {{ text: string, size: number }} Attached
 */
/**
 * How good an answered turn is.
 * @typedef {{ best: boolean, says: string }} JudgedAnswerView
 */
/**
 * Bold text: a player's name.
 * @typedef {{ bold: string }} BoldView
 */
/**
 * Text in a fixed-width font, to type or copy exactly: a command or a record.
 * @typedef {{ code: string }} CodeView
 */
/**
 * A mention of a player, which notifies them if the message is new and not silent.
 * @typedef {{ mention: string, account: string }} MentionView
 */
/**
 * A URL to open or share.
 * @typedef {{ address: string }} AddressView
 */
/**
 * A picture of a board or chart, with what the page needs to make points pressable.
 * @typedef {{ address: string, alt: string, side: string, layout: string, mover: string | null, numbers: number[],
 *   width: number, height: number }} BoardView
 */
/**
 * A button below a message.
 * @typedef {{ label: string, data: string, style: "primary" | "plain" | "danger", source: number | null, target:
 *   number | null }} ButtonView
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
 * A file to download, available for ten minutes.
 * @typedef {{ address: string, name: string }} DocumentView
 */
/**
 * The stage of a game at which buttons were offered; a web page disables them once the stage differs.
 * @typedef {{ game: string, stage: string }} StageView
 */
/**
 * The invitation of a challenge that was just made, for a page that shares its link.
 * @typedef {{ challenge: string, start: string, address: string, text: string, terms: string, notes: string }}
 *   InvitationView
 */
/**
 * A hint for the open board of a game.
 * @typedef {{ game: string, stage: string, says: string, more: string, white: number[], black: number[], turns:
 *   HintedTurnView[], undo: string }} BoardHintView
 */
/**
 * The points that explain on a board why a move is illegal.
 * @typedef {{ refused: number | null, marks: number[] }} ObjectionView
 */
/**
 * The doubling cube.
 * @typedef {{ value: number, owner: string | null }} CubeView
 */
/**
 * The information strip of one side next to the board.
 * @typedef {{ name: string, side: "w" | "b", pips: number, score: string, clock: StripClockView | null, acts: boolean
 *   }} StripView
 */
/**
 * A position that a turn can reach and the moves from it, like `bot.rules.Continuation`.
 * @typedef {{ moves: StepView[], complete: boolean, open: boolean }} NodeView
 */
/**
 * An entry of a table's menu.
 * @typedef {{ icon: "hint" | "double" | "draw" | "pause" | "resign" | "new" | "record" | "talk" | "share" | "flip" |
 *   "sound" | "rules" | "settings" | "keys" | "block", label: string, data: string, does: "" | "offer" | "new" |
 *   "record" | "talk" | "flip" | "sound" | "keys", when: string, danger: boolean }} MenuEntryView
 */
/**
 * A question over the board: an opponent's offer, or one that the person is about to make.
 * @typedef {{ what: string, title: string, text: string, values: OfferValueView[], buttons: ButtonView[], stay:
 *   string, cube: number | null }} OfferView
 */
/**
 * A line of the game log: a turn or another event.
 * @typedef {{ side: "w" | "b", roll: string, text: string, legs: [number, number][], mark: string, judged: string }}
 *   LogLineView
 */
/**
 * The end of a game, as one person reads it.
 * @typedef {{ won: string, standing: string, onward: ButtonView | null, asked: string, analysed: boolean }}
 *   ResultView
 */
/**
 * The clock of one side at the moment when the game is shown.
 * @typedef {{ left: number, runs: boolean, still_in: number | null, reason: string }} StripClockView
 */
/**
 * A value of a field.
 * @typedef {{ typed: string, label: string }} FormChoiceView
 */
/**
 * A possible value of an option.
 * @typedef {{ typed: string, label: string }} SettingChoiceView
 */
/**
 * One of the best turns of a roll.
 * @typedef {{ says: string, more: string, arrows: ArrowView[], steps: HintStepView[], marks: number[], play: string
 *   }} HintedTurnView
 */
/**
 * A move by one die, like `bot.rules.Move`, for a page.
 * @typedef {{ start: number, stop: number, die: number, hit: boolean, text: string, after: number }} StepView
 */
/**
 * A value to choose from before the last button of the sheet is pressed.
 * @typedef {{ label: string, costs: string, button: ButtonView }} OfferValueView
 */
/**
 * An arrow from a checker's start to where it ends.
 * @typedef {{ start: number, stop: number, count: number }} ArrowView
 */
/**
 * A move by one die in a hinted turn.
 * @typedef {{ start: number, stop: number, hit: boolean }} HintStepView
 */

export {};
