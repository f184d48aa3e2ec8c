"""What an action does to a game: pure, from one value to the next.

What follows by itself (an automatic roll, a forced turn, a pass, an automatic confirmation) belongs to the
action that caused it, so one action may make several things happen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from bot.engine import is_race, racing_turn
from bot.rules import (
    Chosen,
    DrawAgreed,
    GameState,
    Grade,
    PartialTurn,
    Played,
    Reason,
    Resigned,
    Roll,
    Rolled,
    RuleSet,
    Side,
    Turn,
    legal_turns,
    resignations,
    why_not,
)
from bot.rules.sides import BAR_INDEX
from bot.sessions.chance import Chance, die
from bot.sessions.errors import (
    AlreadyRolled,
    CannotResignAt,
    ChoiceWaits,
    DoubleWaits,
    NoOffer,
    NothingToTakeBack,
    NotRolled,
    NotYourTurn,
    OfferWaits,
    TurnIncomplete,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class Kind(Enum):
    """What can happen in a game."""

    OPENING = "opening"
    CHOICE = "choice"
    ROLL = "roll"
    TURN = "turn"
    RESIGNATION = "resign"
    DRAW = "draw"
    OFFER = "offer"
    REFUSAL = "refusal"
    RACE = "race"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


class Cause(Enum):
    """Why something happened that nobody chose."""

    CHOICE = ""
    FORCED = "forced"
    BLOCKED = "blocked"
    PRIME = "prime"
    BAR = "bar"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened.

    Args:
        kind: what.
        side: who did it, or to whom it happened.
        text: the throws, the choice, the roll, the turn, the grade, the value of the cube.
        cause: why, where nobody chose it.
    """

    kind: Kind
    side: Side | None
    text: str
    cause: Cause = Cause.CHOICE


@dataclass(frozen=True, slots=True)
class Manners:
    """How a player wants to be played with.

    Args:
        auto_roll: the dice are thrown by themselves.
        auto_forced: a turn without a choice is played by itself.
        auto_confirm: a complete turn is confirmed by itself.
        program: the player is the program, which thinks outside any action.
        auto_race: a race is played to its end by itself, if the other side wants that too.
    """

    auto_roll: bool = True
    auto_forced: bool = True
    auto_confirm: bool = False
    program: bool = False
    auto_race: bool = False


DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for its answer.

    Args:
        what: `draw`, or the text of the grade to resign at.
        by: who offers.
    """

    what: str
    by: Side


@dataclass(frozen=True, slots=True)
class Play:
    """A game between two actions, and what has happened in this one.

    Args:
        game: the game's id, for refusals.
        state: where the game stands.
        names: who plays each side.
        manners: how each side wants it.
        draft: the turn in progress, where the dice are thrown.
        offer: what waits for an answer.
        happened: what has happened in this action.
    """

    game: str
    state: GameState
    names: Mapping[Side, str]
    manners: Mapping[Side, Manners]
    draft: PartialTurn | None = None
    offer: Offer | None = None
    happened: tuple[Happening, ...] = ()

    @property
    def mover(self) -> Side:
        """The side whose turn it is."""
        return self.state.position.mover

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def cube(self) -> int:
        """What the points of the game are multiplied by now."""
        return self.state.cube.value if self.state.cube else 1

    def and_then(self, *happened: Happening) -> Play:
        """Return the same play with more that happened."""
        return replace(self, happened=self.happened + happened)


def throw_for_the_start(chance: Chance) -> tuple[tuple[int, int], ...]:
    """Throw a die for each of two players until one is higher; return all throws (R7.1)."""
    throws = [(die(chance), die(chance))]
    while throws[-1][0] == throws[-1][1]:
        throws.append((die(chance), die(chance)))
    return tuple(throws)


def begin(
    game: str,
    ruleset: RuleSet,
    throws: tuple[tuple[int, int], ...] | None,
    names: Mapping[Side, str],
    manners: Mapping[Side, Manners],
    chance: Chance,
    *,
    cube: bool = False,
) -> Play:
    """Begin a game.

    Args:
        game: the game's id.
        ruleset: what is played.
        throws: White's and Black's die of each throw for the start; none if the starter was named (R7.4).
        names: who plays each side.
        manners: how each side wants it.
        chance: where dice come from.
        cube: whether it has a doubling cube.
    """
    state = GameState.begin(ruleset, throws, cube=cube)
    text = " ".join(f"{white}-{black}" for white, black in throws or ())
    opened = Play(game, state, names, manners).and_then(Happening(Kind.OPENING, Side.WHITE, text))
    return settle(_with_kept_roll(opened), chance)


def roll(play: Play, side: Side, chance: Chance) -> Play:
    """Throw the dice; where the opening throw could be kept, that is throwing anew.

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: the double is to be taken or dropped first.
        AlreadyRolled: the dice lie on the board.
    """
    must_act(play, side)
    if play.state.choice is not None:
        return chosen(play, chance, keep=False)
    if play.state.roll is not None:
        possible = play.draft.next_moves() if play.draft else ()
        raise AlreadyRolled(play.game, play.state.roll, possible)
    return settle(_rolled(play, chance), chance)


def chosen(play: Play, chance: Chance, *, keep: bool) -> Play:
    """Let White keep the opening throw, or throw anew at once (R7.3)."""
    after = replace(play, state=play.state.after(Chosen(keep)))
    after = after.and_then(Happening(Kind.CHOICE, play.mover, str(Chosen(keep))))
    return settle(_with_kept_roll(after) if keep else _rolled(after, chance), chance)


def move(play: Play, side: Side, text: str, chance: Chance) -> Play:
    """Make one or more moves of a turn.

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        bot.rules.NotUnderstood: the text is no move.
        bot.rules.IllegalMove: the rules forbid it.
        bot.rules.AmbiguousMove: it can be read in several ways.
    """
    return settle(replace(play, draft=_draft(play, side).read(text)), chance)


def play_turn(play: Play, side: Side, turn: Turn, chance: Chance) -> Play:
    """Make a whole turn and confirm it: the program's way."""
    draft = _draft(play, side).take_back_all()
    for step in turn.moves:
        draft = draft.play(step)
    return confirm(replace(play, draft=draft), side, chance)


def take_back(play: Play, side: Side, *, everything: bool = False) -> Play:
    """Take back the last move of the turn in progress, or all of them (R3.8).

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        NothingToTakeBack: no move of this turn has been made.
    """
    draft = _draft(play, side)
    if not draft.moves:
        raise NothingToTakeBack(play.game)
    return replace(play, draft=draft.take_back_all() if everything else draft.take_back())


def confirm(play: Play, side: Side, chance: Chance) -> Play:
    """End the turn.

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        TurnIncomplete: more dice can be played.
    """
    draft = _draft(play, side)
    if not draft.is_complete:
        raise TurnIncomplete(play.game, draft.dice_left, draft.next_moves())
    return settle(_played(play, draft.turn(), Cause.CHOICE), chance)


def resign(play: Play, side: Side, grade: Grade | None) -> Play:
    """Give the game up, or offer to, at a value (R9.6).

    The highest value that can still happen is taken at once; a lower one waits for the opponent.

    Raises:
        CannotResignAt: that value cannot happen any more; none can, if the side has finished (R9.3).
        OfferWaits: another offer waits for its answer.
    """
    grades = resignations(play.state, side)
    if not grades or grade not in (None, *grades):
        raise CannotResignAt(play.game, grades, play.cube)
    if grade is None or grade is grades[-1]:
        return _resigned(play, side, grades[-1])
    return _offered(play, Offer(grade.value, side))


def offer_draw(play: Play, side: Side) -> Play:
    """Offer a draw (R9.6), or agree to the one that the opponent offered.

    Raises:
        OfferWaits: another offer waits for its answer.
    """
    if play.offer == Offer(DRAW, side.other):
        return answer(play, side, accept=True)
    return _offered(play, Offer(DRAW, side))


def answer(play: Play, side: Side, *, accept: bool, what: str | None = None) -> Play:
    """Accept or refuse what the opponent offers.

    Args:
        play: the game.
        side: who answers.
        accept: the answer.
        what: what is answered, where the player saw it: a later offer of something else is not meant.

    Raises:
        NoOffer: the opponent does not offer that.
    """
    offer = play.offer
    if offer is None or offer.by is side or what not in (None, offer.what):
        raise NoOffer(play.game)
    if not accept:
        return replace(play, offer=None).and_then(Happening(Kind.REFUSAL, side, offer.what))
    if offer.what == DRAW:
        agreed = replace(play, state=play.state.after(DrawAgreed()), draft=None, offer=None)
        return agreed.and_then(Happening(Kind.DRAW, side, ""))
    return _resigned(play, offer.by, Grade(offer.what))


def must_act(play: Play, side: Side) -> None:
    """Refuse a side that is not to roll or to play now.

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: the double is to be taken or dropped first.
    """
    actor = play.state.actor or play.mover
    if actor is not side:
        raise NotYourTurn(play.game, play.names[actor])
    if play.state.is_doubled:
        raise DoubleWaits(play.game)


def _draft(play: Play, side: Side) -> PartialTurn:
    must_act(play, side)
    if play.state.choice is not None:
        raise ChoiceWaits(play.game)
    if play.draft is None:
        raise NotRolled(play.game)
    return play.draft


def _with_kept_roll(play: Play) -> Play:
    """The play with the opening throw as the first roll, where that is kept."""
    state = play.state
    if state.roll is None:
        return play
    begun = replace(play, draft=PartialTurn.begin(state.ruleset, state.position, state.roll))
    return begun.and_then(Happening(Kind.ROLL, play.mover, str(state.roll)))


def _offered(play: Play, offer: Offer) -> Play:
    if play.offer is not None:
        raise OfferWaits(play.game)
    return replace(play, offer=offer).and_then(Happening(Kind.OFFER, offer.by, offer.what))


def _resigned(play: Play, side: Side, grade: Grade) -> Play:
    ended = replace(play, state=play.state.after(Resigned(side, grade)), draft=None, offer=None)
    return ended.and_then(Happening(Kind.RESIGNATION, side, grade.value))


def _rolled(play: Play, chance: Chance) -> Play:
    thrown = Roll(die(chance), die(chance))
    state = play.state.after(Rolled(thrown))
    draft = PartialTurn.begin(state.ruleset, state.position, thrown)
    return replace(play, state=state, draft=draft).and_then(Happening(Kind.ROLL, play.mover, str(thrown)))


def _played(play: Play, turn: Turn | None, cause: Cause) -> Play:
    """End a turn. An offer lapses when the one who was to answer it chooses to play on instead."""
    side = play.mover
    state = play.state.after(Played(turn.moves if turn else ()))
    offer = play.offer
    if offer is not None and (_is_void(offer, state) or (offer.by is not side and cause is Cause.CHOICE)):
        offer = None
    happening = Happening(Kind.TURN, side, str(turn) if turn else "pass", cause)
    return replace(play, state=state, draft=None, offer=offer).and_then(happening)


def _is_void(offer: Offer, state: GameState) -> bool:
    """Whether an offer cannot be accepted any more, whoever wants to."""
    if offer.what == DRAW:
        return state.outcome is not None
    return Grade(offer.what) not in resignations(state, offer.by)


def settle(play: Play, chance: Chance) -> Play:
    """Let happen what happens by itself. Who may double is asked first, except the program."""
    while not play.is_over:
        if _may_race(play):
            return _raced(play, chance)
        manners = play.manners[play.mover]
        if play.draft is None:
            waits = play.state.is_doubled or play.state.choice is not None
            by_itself = manners.program or (manners.auto_roll and not play.state.may_double)
            if waits or not by_itself:
                return play
            play = _rolled(play, chance)
            continue
        played = _by_itself(play, play.draft, manners)
        if played is None:
            return play
        play = played
    return play


def _may_race(play: Play) -> bool:
    """Whether the rest is a race that both sides want to be played by itself.

    Nothing may wait for anybody: no turn half made, no offer, no cube to turn.
    """
    state = play.state
    wanted = all(manners.auto_race or manners.program for manners in play.manners.values())
    idle = play.offer is None and state.cube is None and not (play.draft and play.draft.moves)
    return wanted and idle and is_race(state.position, state.ruleset.family)


def _raced(play: Play, chance: Chance) -> Play:
    """Play a race to its end without waste, every turn with its dice."""
    play = play.and_then(Happening(Kind.RACE, None, ""))
    while not play.is_over:
        if play.draft is None:
            play = _rolled(play, chance)
        else:
            turn = None if play.draft.must_pass else racing_turn(play.state)
            play = _played(play, turn, Cause.RACE if turn else Cause.BLOCKED)
    return play


def _by_itself(play: Play, draft: PartialTurn, manners: Manners) -> Play | None:
    """Play the turn that needs nobody, if it is one."""
    if draft.moves:
        complete = manners.auto_confirm and draft.is_complete
        return _played(play, draft.turn(), Cause.CHOICE) if complete else None
    turns = legal_turns(draft.ruleset, draft.start, draft.roll)
    if not turns:
        return _played(play, None, _why_passed(draft))
    if len(turns) == 1 and manners.auto_forced and not manners.program:
        return _played(play, turns[0], Cause.FORCED)
    return None


def _why_passed(draft: PartialTurn) -> Cause:
    if draft.start.count(draft.start.mover, BAR_INDEX):
        return Cause.BAR
    reasons = {why_not(draft, point) for point in draft.start.points(draft.start.mover, draft.ruleset.family)}
    return Cause.PRIME if reasons & {Reason.PRIME, Reason.HOME_PRIME} else Cause.BLOCKED
