"""The dialogues."""

from __future__ import annotations

from tests.dialogues.script import (
    Chooses,
    Dialogue,
    NotTold,
    PlaysOn,
    Presses,
    Rung,
    Says,
    Seen,
    Told,
)

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
    Seen("Boris, Anna challenges you to Long Nardy.", ("Accept", "Decline", "Take it back")),
    Rung(("Boris",)),
    Presses("Boris", "Accept"),
)

DIALOGUES = (
    Dialogue(
        "A named challenge leads to a game that ends by resignation",
        (
            *OPENED,
            NotTold("Boris"),
            Seen("Boris rolled 5-3. Only one turn was possible: 12/4.\nAnna, your turn: 🎲 4-1."),
            Rung(("Anna",)),
            Presses("Anna", "24→20"),
            Seen("Anna: 🎲 4-1, so far 24/20."),
            Rung(),
            Presses("Anna", "16→15"),
            Presses("Anna", "✔ Done"),
            Seen("Anna rolled 4-1 and played 24/20 16/15.\nBoris, your turn: 🎲 6-5."),
            Rung(("Boris",)),
            Says("Boris", "/resign"),
            Told("Boris", "It costs mars, 2 points."),
            Chooses("Boris", "Resign: mars, 2 points"),
            NotTold("Boris"),
            Seen("Boris resigns and Anna wins: mars, 2 points.", ("Rematch", "Record")),
            Rung(("Anna",)),
        ),
        (*TO_A_CHOICE, 6, 5),
    ),
    Dialogue(
        "An open challenge is taken by the first who accepts, and by nobody else",
        (
            Says("Anna", "/challenge"),
            Seen("Anna challenges anyone to Long Nardy.", ("Accept", "Take it back")),
            Rung(),
            Presses("Anna", "Accept"),
            Told("Anna", "That is your own challenge, and somebody else must accept it."),
            Says("Carl", "/accept"),
            Seen("Anna, your turn: 🎲 4-1."),
            Rung(("Anna",)),
            Says("Boris", "/accept"),
            Told("Boris", "Nothing waits for your answer."),
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
            Told("Boris", "Only the one who made a challenge can take it back."),
            Says("Anna", "/cancel"),
            Seen("Anna has taken the challenge back.", ()),
        ),
    ),
    Dialogue(
        "A game against the program is played to its end by buttons",
        (
            Says("Anna", "/settings confirm on"),
            Says("Anna", "/play"),
            PlaysOn("Anna", over="wins against"),
            Seen("wins against", ("Rematch", "Record")),
            Presses("Anna", "Record"),
            Told("Anna", '[Result "'),
            Presses("Anna", "Rematch"),
            Seen("your turn"),
        ),
        (6, 1),
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
            Told("Anna", "You have made no move in this turn yet."),
            Rung(("Anna",)),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A move that cannot be made is explained, with what can be",
        (
            *OPENED,
            Says("Anna", "16/12"),
            Told("Anna", "16/12 is blocked: Black holds 12. You can move from 16 by 1: 16/15."),
            Says("Anna", "24/21"),
            Told(
                "Anna", "No die moves a checker from 24 to 21. You can move from 24 by 4: 24/20 or 1: 24/23."
            ),
            Says("Anna", "/why 16/12"),
            Told("Anna", "The rule: a point with even one opposing checker is closed"),
            Says("Anna", "/why 24/20"),
            Told("Anna", "You can play that."),
            Says("Anna", "/done"),
            Told("Anna", "You still have 4, 1 to play."),
            Says("Boris", "/move 12/8"),
            Told("Boris", "It is not your turn: Anna is to play."),
            Says("Carl", "/board"),
            Told("Carl", "You have no game here."),
            Presses("Carl", "24→20"),
            Told("Carl", "you do not play in it"),
            Seen("Anna, your turn: 🎲 4-1."),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A draw is offered, refused, offered again and agreed to",
        (
            *OPENED,
            Rung(("Anna",)),
            Says("Boris", "/draw"),
            Chooses("Boris", "Offer a draw"),
            Seen("Boris offers a draw.\nAnna, please accept or decline the offer."),
            Rung(("Anna",)),
            Presses("Anna", "Decline"),
            Seen("Anna does not agree to a draw.\nAnna, your turn: 🎲 4-1."),
            Says("Anna", "/draw"),
            Chooses("Anna", "Offer a draw"),
            Says("Boris", "/accept"),
            Seen("Anna and Boris agree to a draw: half a point each.", ("Rematch", "Record")),
        ),
        TO_A_CHOICE,
    ),
    Dialogue(
        "A rematch begins when both ask for it, with the other one as White",
        (
            *OPENED,
            Says("Anna", "/resign mars"),
            Chooses("Anna", "Resign: mars, 2 points"),
            Rung(("Anna", "Boris")),
            Presses("Anna", "Rematch"),
            Seen("Boris, Anna asks for another game of Long Nardy."),
            Says("Anna", "/rematch"),
            Told("Anna", "You have asked for another game already. It begins when Boris accepts."),
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
            Seen("Boris, Anna challenges you to Long Nardy.", ("Accept", "Decline"), "Boris"),
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
            Told("Anna", "Your checkers on the bar must enter first. You can move bar/20, bar/21."),
            Says("Anna", "/read"),
            Told("Anna", "White has 1 on the bar, 2 on 24"),
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
            Says("Anna", "/challenge Boris short"),
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
            Told("Anna", "bar/19 is blocked: Black holds 19. You can move from the bar by 3: bar/22."),
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
                Says("Anna", f"/challenge Boris {rules}"),
                Seen(f"Boris, Anna challenges you to {name}.", ("Accept", "Decline", "Take it back")),
                Presses("Boris", "Accept"),
                Seen(name),
                Says("Anna", "/resign"),
                Chooses("Anna", f"Resign: {loss}"),
                Seen(f"Anna resigns and Boris wins: {loss}.", ("Rematch", "Record")),
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
)
