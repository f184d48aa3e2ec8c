"""Dialogues: what people do and see, for every platform."""

from __future__ import annotations

from tests.dialogues.script import (
    Answered,
    Chooses,
    Dialogue,
    NotAnswered,
    Notified,
    Passes,
    PlaysOn,
    Presses,
    Says,
    Seen,
)
from tests.mostly_long import mostly_long

# From the head alone 6-2 and 5-3 can be played in one way each, which happens by itself; then White has
# 4-1 to play with a checker on the way, which is a choice.
TO_A_CHOICE = (6, 1, 6, 2, 5, 3, 4, 1)

# At nard White's first 4-1 leaves two single checkers; Black hits one with 4-2, and White, whose 6 and 3 are
# held, enters with 5-4.
TO_A_HIT_AT_NARD = (6, 1, 4, 1, 4, 2, 6, 3, 6, 5, 5, 4, 6, 6)

# At short nardy the two dice of the start are White's first roll.
TO_A_HIT_AT_SHORT = (4, 1, 4, 2, 6, 3, 6, 5)

OPENED = (
    Says("Anna", "/challenge Boris"),
    Seen("Boris, Anna challenges you to Long Nardy.", ("Accept", "Decline", "Take it back", "Block")),
    Notified(("Boris",)),
    Presses("Boris", "Accept"),
)

GIVES_UP = {
    who: (Says(who, "/resign mars"), Chooses(who, "Resign: mars, 2 points")) for who in ("Anna", "Boris")
}

ANALYSED = Dialogue(
    "A finished game is analysed, and its worst turn is looked at",
    (
        *OPENED,
        Says("Boris", "/analyse"),
        Answered("Boris", "is not finished, and an analysis would be help."),
        Presses("Anna", "24→20"),
        Presses("Anna", "16→15"),
        Presses("Anna", "✔ Done"),
        *GIVES_UP["Boris"],
        Notified(("Anna", "Boris", "Anna")),
        Says("Carl", "/analyse"),
        Answered("Carl", "You have no game here."),
        Presses("Boris", "Analyse"),
        Answered("Boris", "The turns that cost most:\n1. Turn "),
        Answered("Boris", "Points are equity: P(win) + P(mars) − P(loss) − P(lost mars)."),
        Chooses("Boris", "1"),
        Answered("Boris", "What was played gives away 0.125 points."),
        Answered("Boris", "Above stands what was played, below what is better."),
        Chooses("Boris", "Chart"),
        Answered("Boris", "The boards after each turn were judged as they look."),
        Chooses("Boris", "Look deeper"),
        Answered("Boris", "The boards after each turn were judged by all replies to them."),
        Chooses("Boris", "1"),
        Answered("Boris", "What was played gives away 0.125 points."),
        Notified(),
    ),
    (*TO_A_CHOICE, 6, 5),
)

NEXT = Dialogue(
    "Next leads through three games, in private from board to board, in a group by links",
    (
        Says("Anna", "/settings roll off"),
        Says("Boris", "/settings roll off"),
        Says("Carl", "/settings roll off"),
        *(
            step
            for friend in ("Boris", "Carl", "Boris")
            for step in (
                Says("Anna", f"/challenge {friend} long first me"),
                Presses(friend, "Accept"),
                Seen("Anna, your turn: roll the dice.", ("🎲 Roll", "⋯")),
            )
        ),
        Says("Anna", "/start", "Anna"),
        Notified(("Boris", "Carl", "Boris", "Anna", "Anna", "Anna")),
        Says("Anna", "/next"),
        Answered("Anna", "This game waits for you: "),
        Chooses("Anna", "Next (2)"),
        Answered("Anna", "This game waits for you: "),
        Says("Anna", "/next", "Anna"),
        Seen("Anna, your turn: roll the dice.", ("🎲 Roll", "⋯"), "Anna"),
        Presses("Anna", "🎲 Roll", "Anna"),
        Seen(" is to roll.", ("Next (2)", "⋯"), "Anna"),
        Presses("Anna", "Next (2)", "Anna"),
        Seen("Anna, your turn: roll the dice.", ("🎲 Roll", "⋯"), "Anna"),
        Presses("Anna", "🎲 Roll", "Anna"),
        Seen(" is to roll.", ("Next (1)", "⋯"), "Anna"),
        Presses("Anna", "Next (1)", "Anna"),
        Seen("Anna, your turn: roll the dice.", ("🎲 Roll", "⋯"), "Anna"),
        Presses("Anna", "🎲 Roll", "Anna"),
        Seen(" is to roll.", ("⋯",), "Anna"),
        Says("Anna", "/next", "Anna"),
        Answered("Anna", "No game waits for you. /games lists your games."),
        Notified(("Boris", "Carl", "Boris")),
    ),
    (6, 2, 6, 2, 6, 2),
)

REMINDED = Dialogue(
    "A game that waits reminds its player once, and a daily list tells of it",
    (
        *OPENED,
        Notified(("Anna",)),
        Says("Anna", "/settings digest 09:00", "Anna"),
        Answered("Anna", "For that I have to know your time zone."),
        Says("Anna", "/settings zone Etc/UTC", "Anna"),
        Passes(days=2.5),
        Says("Carl", "/start", "Carl"),
        Notified(),
        Passes(days=0.5),
        Says("Carl", "/start", "Carl"),
        Seen("Anna, Boris is waiting: it is your turn in game ", ("Show the board",)),
        Notified(("Anna",)),
        Presses("Anna", "Show the board"),
        Seen("Anna, your turn: 🎲 4-1."),
        Says("Anna", "/settings digest 09:00", "Anna"),
        Answered("Anna", "Daily list of games that wait for me: 09:00."),
        Notified(),
        Passes(days=1),
        Says("Carl", "/start", "Carl"),
        Seen("Anna, 1 game waits for you.", ("Next",), "Anna"),
        Notified(("Anna",)),
        Says("Anna", "/move 24/20 16/15"),
        Says("Anna", "/done"),
        Notified(("Boris",)),
        Passes(days=1),
        Says("Carl", "/start", "Carl"),
        Notified(),
    ),
    (*TO_A_CHOICE, 6, 5),
)

LISTED = Dialogue(
    "More than five games come in pages, and games that are left alone sleep until somebody acts",
    (
        Says("Anna", "/start", "Anna"),
        Says("Anna", "/settings roll off", "Anna"),
        *([Says("Anna", "/play", "Anna")] * 6),
        Says("Anna", "/games", "Anna"),
        Answered("Anna", "Your games, page 1 of 2:"),
        Chooses("Anna", "›", "Anna"),
        Answered("Anna", "Your games, page 2 of 2:"),
        Chooses("Anna", "‹", "Anna"),
        Answered("Anna", "Your games, page 1 of 2:"),
        Passes(days=31),
        Says("Anna", "/next", "Anna"),
        Answered("Anna", "No game waits for you."),
        Says("Anna", "/games", "Anna"),
        Answered("Anna", "6 games sleep, since nothing was done in them for long"),
        Presses("Anna", "🎲 Roll", "Anna"),
        Says("Anna", "/games", "Anna"),
        Answered("Anna", "Your games:\n"),
        Answered("Anna", "5 games sleep, since nothing was done in them for long"),
        Says("Anna", "/games sleeping", "Anna"),
        Answered("Anna", "Your games that sleep, since nothing was done in them for long."),
    ),
)

DIALOGUES = (
    Dialogue(
        "A named challenge leads to a game that ends by resignation",
        (
            *OPENED,
            NotAnswered("Boris"),
            Seen("Boris rolled 5-3. Only one turn was possible: 12/4.\nAnna, your turn: 🎲 4-1."),
            Notified(("Anna",)),
            Presses("Anna", "24→20"),
            Seen("Anna: 🎲 4-1, so far 24/20."),
            Notified(),
            Presses("Anna", "16→15"),
            Presses("Anna", "✔ Done"),
            Seen("Anna rolled 4-1 and played 24/20 16/15.\nBoris, your turn: 🎲 6-5."),
            Notified(("Boris",)),
            Says("Boris", "/resign"),
            Answered("Boris", "It costs mars, 2 points."),
            Chooses("Boris", "Resign: mars, 2 points"),
            NotAnswered("Boris"),
            Seen("Boris resigns and Anna wins: mars, 2 points.", ("Rematch", "Replay", "Analyse", "Record")),
            Notified(("Anna",)),
            Says("Boris", "/replay end"),
            Answered("Boris", "4 of 4\nBoris resigns and Anna wins: mars, 2 points."),
            Chooses("Boris", "◀"),
            Answered("Boris", "3 of 4\nAnna rolled 4-1 and played 24/20 16/15."),
            Chooses("Boris", "⏮\ufe0e"),
            Answered("Boris", "0 of 4\nAnna plays White and begins."),
            Notified(),
        ),
        (*TO_A_CHOICE, 6, 5),
    ),
    ANALYSED,
    NEXT,
    REMINDED,
    LISTED,
    Dialogue(
        "After a game against the program it is said who played better and who rolled better",
        (
            Says("Anna", "/settings confirm on"),
            Says("Anna", "/play"),
            PlaysOn("Anna", over="wins against"),
            Seen(" better"),
            Presses("Anna", "Analyse"),
            Answered("Anna", "Anna: gives away "),
        ),
        (6, 1),
    ),
    Dialogue(
        "An open challenge is taken by the first who accepts, and by nobody else",
        (
            Says("Anna", "/challenge"),
            Seen("Anna challenges anyone to Long Nardy.", ("Accept", "Take it back")),
            Notified(),
            Presses("Anna", "Accept"),
            Answered("Anna", "That is your own challenge, and somebody else must accept it."),
            Says("Carl", "/accept"),
            Seen("Anna, your turn: 🎲 4-1."),
            Notified(("Anna",)),
            Says("Boris", "/accept"),
            Answered("Boris", "Nothing waits for your answer."),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A challenge is declined, another taken back",
        (
            Says("Anna", "/challenge Boris"),
            Presses("Boris", "Decline"),
            Seen("Boris has declined the challenge of Anna.", ()),
            Says("Anna", "/challenge Boris narde"),
            Presses("Boris", "Take it back"),
            Answered("Boris", "Only the one who made a challenge can take it back."),
            Says("Anna", "/cancel"),
            Seen("Anna has taken the challenge back.", ()),
        ),
    ),
    Dialogue(
        "Who would rather play the program alone does so in the private chat",
        (
            Says("Anna", "/start", chat="Anna"),
            Says("Anna", "/play casual private"),
            Answered("Anna", "Your game waits for you in "),
            Seen("your turn", chat="Anna"),
            Says("Anna", "/play private", chat="Anna"),
            Seen("your turn", chat="Anna"),
        ),
        (6, 1),
    ),
    Dialogue(
        "A game against the program is played to its end by buttons",
        (
            Says("Anna", "/settings confirm on"),
            Says("Anna", "/play"),
            PlaysOn("Anna", over="wins against"),
            Seen("wins against", ("Rematch", "Replay", "Analyse", "Record")),
            Presses("Anna", "Record"),
            Answered("Anna", '[Result "'),
            Presses("Anna", "Rematch"),
            Seen("your turn"),
        ),
        (6, 1),
    ),
    Dialogue(
        "The program plays at the level that was asked for, and shows its opponent the best turns",
        (
            Says("Anna", "/play novice"),
            Seen("Long Nardy, novice level"),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "/hint"),
            Answered("Anna", "The best turns with 🎲 4-1:\n1. "),
            Answered("Anna", "The costs are points (equity)"),
            Presses("Anna", "24→20"),
            Says("Anna", "/hint"),
            Answered("Anna", "You have already moved 24/20, which belongs to the best turn."),
            Seen("Anna: 🎲 4-1, so far 24/20."),
            Says("Boris", "/hint"),
            Answered("Boris", "You have no game here."),
            Says("Anna", "/menu"),
            Chooses("Anna", "Hint"),
            Answered("Anna", "The best turns with 🎲 4-1:"),
            *GIVES_UP["Anna"],
            Presses("Anna", "Rematch"),
            Seen("Long Nardy, novice level"),
            Seen("your turn"),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "Between people hints are agreed on, or refused with what would work",
        (
            *OPENED,
            Says("Anna", "/hint"),
            Answered(
                "Anna", "Hints were not agreed on for this game. /challenge hints asks for a game with hints"
            ),
            *GIVES_UP["Anna"],
            Says("Anna", "/challenge Boris hints"),
            Seen("Boris, Anna challenges you to Long Nardy. Both may ask for hints with /hint."),
            Says("Boris", "/accept"),
            Says("Boris", "/hint"),
            Answered("Boris", "It is not your turn: Anna is to play."),
            Says("Anna", "/hint"),
            Answered("Anna", "The best turns with 🎲 4-1:\n1. "),
            Seen("Anna, your turn: 🎲 4-1."),
        ),
        TO_A_CHOICE * 2,
    ),
    Dialogue(
        "Moves are taken back, one by one and all",
        (
            *OPENED,
            Says("Anna", "24/20 16/15"),
            Seen("Anna: 🎲 4-1, 24/20 16/15. Press Done to end your turn.", ("↶ Take back", "✔ Done", "⋯")),
            Presses("Anna", "↶ Take back"),
            Seen("Anna: 🎲 4-1, so far 24/20."),
            Says("Anna", "/move 16/15"),
            Says("Anna", "/undo all"),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "/undo"),
            Answered("Anna", "You have made no move in this turn yet."),
            Notified(("Anna",)),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "As many moves are taken back as are asked for, and no more than were made",
        (
            *OPENED,
            Says("Anna", "24/20 16/15"),
            Seen("Anna: 🎲 4-1, 24/20 16/15. Press Done to end your turn."),
            Says("Anna", "/undo 3"),
            Answered("Anna", "2 moves of this turn can be taken back."),
            Says("Anna", "/undo 0"),
            Answered("Anna", "2 moves of this turn can be taken back."),
            Says("Anna", "/undo 2"),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "/undo 2"),
            Answered("Anna", "You have made no move in this turn yet."),
            Says("Anna", "/move 16/15"),
            Says("Anna", "/undo 1"),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "/move 16/15"),
            Says("Anna", "/undo все"),
            Seen("Anna, your turn: 🎲 4-1."),
            Notified(("Anna",)),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A move that cannot be made is explained, with what can be",
        (
            *OPENED,
            Says("Anna", "16/12"),
            Answered("Anna", "16/12 is blocked: Black holds 12. You can move from 16 by 1: 16/15."),
            Says("Anna", "24/21"),
            Answered(
                "Anna", "No die moves a checker from 24 to 21. You can move from 24 by 4: 24/20 or 1: 24/23."
            ),
            Says("Anna", "/why 16/12"),
            Answered("Anna", "The rule: a point with even one opposing checker is closed"),
            Says("Anna", "/why 24/20"),
            Answered("Anna", "You can play that."),
            Says("Anna", "/done"),
            Answered("Anna", "You still have 4, 1 to play."),
            Says("Boris", "/move 12/8"),
            Answered("Boris", "It is not your turn: Anna is to play."),
            Says("Carl", "/board"),
            Answered("Carl", "You have no game here."),
            Presses("Carl", "24→20"),
            Answered("Carl", "you do not play in it"),
            Seen("Anna, your turn: 🎲 4-1."),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A draw is offered, refused, offered again and agreed to",
        (
            *OPENED,
            Notified(("Anna",)),
            Says("Boris", "/draw"),
            Chooses("Boris", "Offer a draw"),
            Seen("Boris offers a draw.\nAnna, please accept or decline the offer."),
            Notified(("Anna",)),
            Presses("Anna", "Decline"),
            Seen("Anna does not agree to a draw.\nAnna, your turn: 🎲 4-1."),
            Says("Anna", "/draw"),
            Chooses("Anna", "Offer a draw"),
            Says("Boris", "/accept"),
            Seen(
                "Anna and Boris agree to a draw: half a point each.",
                ("Rematch", "Replay", "Analyse", "Record"),
            ),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A rematch begins when both ask for it, with the other one as White",
        (
            *OPENED,
            Says("Anna", "/resign mars"),
            Chooses("Anna", "Resign: mars, 2 points"),
            Notified(("Anna", "Boris")),
            Presses("Anna", "Rematch"),
            Seen("Boris, Anna asks for another game of Long Nardy."),
            Says("Anna", "/rematch"),
            Answered("Anna", "You have asked for another game already. It begins when Boris accepts."),
            Says("Boris", "/rematch"),
            Seen("Boris plays White and begins."),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "Two people play in their private chats, each told what is the other's to do",
        (
            Says("Boris", "/start", "Boris"),
            Says("Anna", "/challenge Boris", "Anna"),
            Seen("You challenge Boris to Long Nardy.", ("Take it back",), "Anna"),
            Seen("Boris, Anna challenges you to Long Nardy.", ("Accept", "Decline", "Block"), "Boris"),
            Presses("Boris", "Accept", "Boris"),
            Seen("Anna is to play 🎲 4-1.", ("⋯",), "Boris"),
            Seen("Anna, your turn: 🎲 4-1.", None, "Anna"),
            Presses("Anna", "24→20", "Anna"),
            Seen("Anna: 🎲 4-1, so far 24/20.", None, "Anna"),
            Seen("Anna is to play 🎲 4-1.", ("⋯",), "Boris"),
            Says("Anna", "16/15", "Anna"),
            Presses("Anna", "✔ Done", "Anna"),
            Seen("Anna rolled 4-1 and played 24/20 16/15.\nBoris, your turn: 🎲 6-5.", None, "Boris"),
            Seen("Boris is to play 🎲 6-5.", ("⋯",), "Anna"),
        ),
        (*TO_A_CHOICE, 6, 5),
    ),
    Dialogue(
        "At nard a single checker is hit, waits on the bar and enters again",
        (
            Says("Anna", "/challenge Boris nard"),
            Seen("Boris, Anna challenges you to Nard."),
            Presses("Boris", "Accept"),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "13/9 6/5"),
            Presses("Anna", "✔ Done"),
            Seen("Anna rolled 4-1 and played 13/9 6/5.\nBoris, your turn: 🎲 4-2."),
            Presses("Boris", "1→5*"),
            Seen("Boris: 🎲 4-2, so far 1/5*."),
            Says("Boris", "12/14"),
            Presses("Boris", "✔ Done"),
            Seen(
                "Boris rolled 4-2 and played 1/5* 12/14.\n"
                "Anna rolled 6-3 and had to pass: no checker can enter from the bar.\n"
                "Boris, your turn: 🎲 6-5."
            ),
            Says("Boris", "12/23"),
            Presses("Boris", "✔ Done"),
            Seen("Anna, your turn: 🎲 5-4.", ("bar→20", "bar→21", "bar→16", "⋯")),
            Says("Anna", "13/9"),
            Answered("Anna", "Your checkers on the bar must enter first. You can move bar/20, bar/21."),
            Says("Anna", "/read"),
            Answered("Anna", "White has 1 on the bar, 2 on 24"),
            Presses("Anna", "bar→21"),
            Says("Anna", "13/8"),
            Presses("Anna", "✔ Done"),
            Seen("Anna rolled 5-4 and played bar/21 13/8.\nBoris, your turn: 🎲 6-6."),
            Says("Boris", "/resign"),
            Chooses("Boris", "Resign: single game, 1 point"),
            Seen("Boris resigns and Anna wins: single game, 1 point."),
        ),
        TO_A_HIT_AT_NARD,
    ),
    Dialogue(
        "At short nardy the dice of the start are kept, and a hit checker enters by a typed move",
        (
            Says("Anna", "/challenge Boris short 1 game"),
            Presses("Boris", "Accept"),
            Seen("Anna threw 4 for the start and Boris threw 1, so Anna plays White and begins."),
            Says("Anna", "13/9 6/5"),
            Presses("Anna", "✔ Done"),
            Says("Boris", "1/5"),
            Seen("Boris: 🎲 4-2, so far 1/5*."),
            Says("Boris", "12/14"),
            Presses("Boris", "✔ Done"),
            Seen("Boris rolled 4-2 and played 1/5* 12/14.\nAnna, your turn: 🎲 6-3."),
            Says("Anna", "bar/19"),
            Answered("Anna", "bar/19 is blocked: Black holds 19. You can move from the bar by 3: bar/22."),
            Says("Anna", "bar/22 24/18"),
            Presses("Anna", "✔ Done"),
            Seen("Boris, your turn: 🎲 6-5."),
            Says("Boris", "/resign backgammon"),
            Chooses("Boris", "Resign: backgammon, 3 points"),
            Seen("Boris resigns and Anna wins: backgammon, 3 points."),
        ),
        TO_A_HIT_AT_SHORT,
    ),
    *(
        Dialogue(
            f"A game of {rules} goes from the challenge to its result",
            (
                Says("Anna", f"/challenge Boris {rules} 1 game"),
                Seen(
                    f"Boris, Anna challenges you to {name}.", ("Accept", "Decline", "Take it back", "Block")
                ),
                Presses("Boris", "Accept"),
                Seen(name),
                Says("Anna", "/resign"),
                Chooses("Anna", f"Resign: {loss}"),
                Seen(f"Anna resigns and Boris wins: {loss}.", ("Rematch", "Replay", "Analyse", "Record")),
            ),
            TO_A_CHOICE,
        )
        for rules, name, loss in (
            ("federation", "Long Nardy, Federation rules", "mars, 2 points"),
            ("sport", "Long Nardy, sport rules", "mars, 2 points"),
            ("narde", "Narde", "mars, 2 points"),
            ("palm", "Long Nardi, Palm rules", "backgammon, 3 points"),
        )
    ),
    Dialogue(
        "A match to 5 points under narde goes on game by game until it is won",
        (
            Says("Anna", "/challenge Boris narde to 5"),
            Seen(
                "Boris, Anna challenges you to Narde to 5 points.",
                ("Accept", "Decline", "Take it back", "Block"),
            ),
            Presses("Boris", "Accept"),
            Seen("· Narde, to 5, 0–0 ·"),
            Says("Boris", "/continue"),
            Answered("Boris", "No match of yours waits for its next game."),
            *GIVES_UP["Boris"],
            Seen(
                "The match of Anna and Boris stands 2–0. Either of the two can begin the next game.",
                ("Next game", "Replay", "Analyse", "Record"),
            ),
            Says("Boris", "/rematch"),
            Answered("Boris", "The match is not decided yet, so there is no rematch."),
            Notified(("Boris", "Anna", "Anna")),
            Presses("Boris", "Next game"),
            Seen("· Narde, to 5, 2–0 ·"),
            Seen("Anna plays White and begins."),
            Notified(("Anna",)),
            *GIVES_UP["Anna"],
            Says("Anna", "/continue"),
            Seen("Boris plays White and begins."),
            Seen("· Narde, to 5, 2–2 ·"),
            *GIVES_UP["Anna"],
            Seen("The match of Boris and Anna stands 4–2."),
            Presses("Anna", "Next game"),
            *GIVES_UP["Anna"],
            Seen(
                "Anna resigns and Boris wins: mars, 2 points.\nBoris wins the match 6–2.",
                ("Rematch", "Replay", "Analyse", "Record"),
            ),
            Says("Anna", "/continue"),
            Answered("Anna", "No match of yours waits for its next game."),
            Presses("Anna", "Record"),
            Answered("Anna", '[Length "5 points"]'),
            Presses("Boris", "Rematch"),
            Seen("Anna, Boris asks for another game of Narde to 5 points."),
            Presses("Anna", "Accept"),
            Seen("· Narde, to 5, 0–0 ·"),
        ),
        (6, 1),
    ),
    Dialogue(
        "A match to 3 points under sport is doubled and taken, doubled again and dropped",
        (
            Says("Anna", "/challenge Boris sport to 3 cube"),
            Seen("Boris, Anna challenges you to Long Nardy, sport rules to 3 points, with a doubling cube."),
            Presses("Boris", "Accept"),
            Seen("Boris, your turn: roll the dice, or double first.", ("🎲 Roll", "Double", "⋯")),
            Notified(("Boris",)),
            Presses("Boris", "Double"),
            Seen(
                "Boris offers to double the game to 2.\n"
                "Anna, take the double and play on at 2, or drop it and lose: oyn, 1 point.",
                ("Take", "Drop", "⋯"),
            ),
            Notified(("Anna",)),
            Presses("Boris", "Take"),
            Answered("Boris", "It is not your turn: Anna is to play."),
            Says("Anna", "/roll"),
            Answered("Anna", "First you have to answer the double."),
            Presses("Anna", "Take"),
            Seen("Anna takes the double and owns the cube, at 2 now.\nBoris rolled 5-3."),
            Seen("Anna, your turn: roll the dice, or double first."),
            Notified(),
            Says("Anna", "/resign"),
            Answered("Anna", "It costs mars, 2 points × 2 = 4."),
            Says("Anna", "/double"),
            Notified(("Boris",)),
            Says("Boris", "/drop"),
            Seen(
                "Boris drops the double and Anna wins: oyn, 1 point × 2 = 2.",
                ("Next game", "Replay", "Analyse", "Record"),
            ),
            Seen("The match of Anna and Boris stands 2–0."),
            Presses("Boris", "Next game"),
            Seen("Nobody doubles in this game, because somebody has come to one point short (Crawford)."),
            Says("Boris", "/double"),
            Answered("Boris", "There is no doubling cube in this game."),
            *GIVES_UP["Boris"],
            Seen("Anna wins the match 4–0.", ("Rematch", "Replay", "Analyse", "Record")),
        ),
        # 6-1 and 5-3 are forced; in the second game Boris begins with 5-2, then 4-3 is forced too.
        (6, 1, 5, 3, 2, 5, 4, 3, 6, 5),
    ),
    Dialogue(
        "The one who begins under palm keeps the opening throw, or throws anew",
        (
            Says("Anna", "/challenge Boris palm"),
            Presses("Boris", "Accept"),
            Seen(
                "Anna, you begin: keep 6-1 as your first roll, or throw anew.",
                ("Keep 6-1", "Throw anew", "⋯"),
            ),
            Notified(("Anna", "Boris")),
            Presses("Boris", "Keep 6-1"),
            Answered("Boris", "It is not your turn: Anna is to play."),
            Says("Anna", "/move 24/18"),
            Answered("Anna", "First say what becomes of the opening throw."),
            Presses("Anna", "Throw anew"),
            Seen("Anna throws anew.\nAnna rolled 6-2. Only one turn was possible: 24/16."),
            Seen("Anna, your turn: 🎲 4-1."),
            Says("Anna", "/keep"),
            Answered("Anna", "There is no opening throw to choose about"),
            Says("Anna", "/resign backgammon"),
            Chooses("Anna", "Resign: backgammon, 3 points"),
            Presses("Anna", "Rematch"),
            Says("Boris", "/accept"),
            Seen("Boris, you begin: keep 6-2 as your first roll, or throw anew."),
            Says("Boris", "/keep"),
            Seen("Boris keeps the opening throw as the first roll.\nBoris rolled 6-2."),
        ),
        (6, 1, 6, 2, 5, 3, 4, 1, 2, 6),
    ),
    Dialogue(
        "A challenge names who begins, and options that do not fit are refused with what does",
        (
            Says("Anna", "/challenge Boris narde cube"),
            Answered("Anna", "Narde is played without a doubling cube. It can be had in long, sport, short."),
            Says("Anna", "/challenge Boris to 30"),
            Answered(
                "Anna", "A match goes to 1–25 points or over 1–25 games. Write it like to 5 or 3 games."
            ),
            Says("Anna", "/challenge Boris palm extended"),
            Answered("Anna", "Koks and home mars cannot be added to Long Nardi, Palm rules."),
            Says("Anna", "/challenge Boris federation 3 games extended first Boris"),
            Seen("Boris, Anna challenges you to Long Nardy, Federation rules, 3 games. A loser who"),
            Seen("these definitions are this project’s own. Boris begins."),
            Presses("Boris", "Accept"),
            Seen("Boris plays White and begins."),
            Seen("· Long Nardy, Federation rules, game 1 of 3, 0–0 ·"),
            Says("Boris", "/resign"),
            Answered("Boris", "It costs home mars, 4 points."),
            Chooses("Boris", "Resign: home mars, 4 points"),
            Seen("The match of Boris and Anna stands 0–4."),
            Says("Anna", "/challenge Carl"),
            Seen("Carl, Anna challenges you to Long Nardy, Federation rules, 3 games."),
        ),
        (6, 2, 5, 3, 4, 1),
    ),
    Dialogue(
        "A clock is agreed on, in days or as a bank, and refused with what would work",
        (
            Says("Anna", "/challenge Boris 61 days"),
            Answered(
                "Anna",
                "A clock counts whole hours, from 1 hour to 60 days. "
                "Write it like 3 days, bank 7d+1d or no clock.",
            ),
            Says("Anna", "/challenge Boris 3 days 12 hours"),
            Answered(
                "Anna", "You typed two clocks, but a game has one. Write 3 days, bank 7d+1d or no clock."
            ),
            Says("Anna", "/challenge Boris bank 7d+1d"),
            Seen("Long Nardy. Clock: 7 days, and 1 day more with each turn, 7 days at most."),
            Presses("Anna", "Take it back"),
            Says("Anna", "/challenge Boris 3 дня"),
            Seen("Boris, Anna challenges you to Long Nardy. Clock: 3 days for each turn."),
            Presses("Boris", "Accept"),
            Seen("Anna, your turn: 🎲 4-1.\nAnna has until "),
            Says("Boris", "/menu"),
            Answered("Boris", "Clock: 3 days for each turn."),
            Says("Boris", "/games"),
            Answered("Boris", "Anna is to play. "),
            Answered("Boris", " left."),
            Says("Boris", "/claim"),
            Answered(
                "Boris", "Anna still has time. When it has run out you are told, and can claim the game."
            ),
            Notified(("Boris", "Boris", "Anna")),
        ),
        TO_A_CHOICE,
    ),
)

PLATFORMS = ("web", "discord", "telegram")

EVERYWHERE = (
    "A named challenge leads to a game that ends by resignation",
    "Two people play in their private chats, each told what is the other's to do",
    "A match to 3 points under sport is doubled and taken, doubled again and dropped",
)
"""What each platform does in its own way is in these: groups, private chats, buttons, notices."""


def on(platform: str) -> list[object]:
    """Return the dialogues as parameters of the tests of one platform.

    All are performed in memory with every change. Where each step goes over a platform some are with every
    change on all of them and each of the others on one, by turns; elsewhere those, and games that are played
    to their end, are marked `long`.

    Args:
        platform: one of `PLATFORMS`.
    """
    games = [each for each in DIALOGUES if any(isinstance(step, PlaysOn) for step in each.steps)]
    everywhere = [each for each in DIALOGUES if each.title in EVERYWHERE]
    assert len(everywhere) == len(EVERYWHERE)
    others = [each for each in DIALOGUES if each not in games + everywhere]
    return mostly_long(DIALOGUES, *everywhere, *others[PLATFORMS.index(platform) :: len(PLATFORMS)])
