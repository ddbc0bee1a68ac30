"""A slow, literal referee of one round of Crazy Eights, to be a witness in the tests of an engine.

It is written from the assignment's text alone (seed003.txt, "How to play" and "Steps of Execution";
quoted below) and from the house's list of options where the text has none, by someone who had not
read the engine, so that the two share no mistake by descent. For the same reason it represents the
game otherwise than a fast engine would: a card is a string such as '8C', a hand is a list of such
strings, and each rule is spelled out as the text says it. It imports nothing.

Seats count from 0 here; in sentences they are Player1, Player2, and so on.
"""

# Preconditions 2 and 4: "a deck of 52 cards with 4 suits of 13 cards each", each "ranked from 1 to
# 13".
RANKS: list[str] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
SUITS: list[str] = ["C", "D", "H", "S"]

# House: new deck order is the clubs from ace to king, then the diamonds, the hearts, the spades.
NEW_DECK: list[str] = [rank + suit for suit in SUITS for rank in RANKS]

# House rule eights='named': the four actions that name a suit, and the suit that each names.
NAMES: dict[str, str] = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}

# House: what a card left in the hand is charged at: an eight 50, ten to king 10, the others their
# rank, the ace 1.
CHARGES: dict[str, int] = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 50,
    "9": 9,
    "T": 10,
    "J": 10,
    "Q": 10,
    "K": 10,
}

# How many cards may be drawn in one turn. Text: "he continues picking up cards from the deck until
# he gets one that is
# playable", so there is no limit but the deck itself. House: one, or up to three.
DRAWS: dict[str, int] = {"until-playable": 52, "one-then-pass": 1, "up-to-three": 3}


def name(seat: int) -> str:
    """The name of a seat in sentences: 'Player1' for seat 0."""
    return f"Player{seat + 1}"


class Table:
    """One round: the deal, the stock, the discard pile, the hands, and whose turn it is."""

    def __init__(
        self,
        deck: list[str],
        number: int = 1,
        *,
        players: int = 2,
        hand: int = 7,
        eights: str = "own-suit",
        draw: str = "until-playable",
        empty: str = "draw-game",
    ) -> None:
        """Deal a shuffled deck for the match's round of this number (the first is 1)."""
        # Precondition 2: "We need a deck of 52 cards with 4 suits of 13 cards each."
        if sorted(deck) != sorted(NEW_DECK):
            raise ValueError("the deck must hold each of the 52 cards once")
        if eights not in ("own-suit", "named"):
            raise ValueError(f"eights is 'own-suit' or 'named', not {eights!r}")
        if draw not in ("until-playable", "one-then-pass", "up-to-three"):
            raise ValueError(
                f"draw is 'until-playable', 'one-then-pass' or 'up-to-three', not {draw!r}"
            )
        if empty not in ("draw-game", "play-on", "at-once"):
            raise ValueError(f"empty is 'draw-game', 'play-on' or 'at-once', not {empty!r}")
        if number < 1 or players < 2 or hand < 1:
            raise ValueError(
                "there are rounds from 1 on, at least two players, and at least one card in a hand"
            )
        # Every hand is dealt in full, and a card is left to be turned up.
        if players * hand > 51:
            raise ValueError(f"{players} hands of {hand} leave no card to turn up")
        # House rule empty='at-once': the deck must not have run out before anybody has drawn.
        if empty == "at-once" and players * hand > 50:
            raise ValueError(f"{players} hands of {hand} leave no card to draw")
        self.players = players
        self.eights = eights
        self.draw = draw
        self.empty = empty
        # Text: "each player is dealt seven cards". House: seat 0 gets the first cards of the deck,
        # seat 1 the next.
        self.dealt: list[list[str]] = [
            deck[hand * seat : hand * seat + hand] for seat in range(players)
        ]
        self.hands: list[list[str]] = [list(cards) for cards in self.dealt]
        # Text: "The rest of the deck goes face down in a pile, with the top card turned up beside
        # it."
        self.turn_up: str = deck[players * hand]
        self.stock: list[str] = deck[players * hand + 1 :]
        self.pile: list[str] = [self.turn_up]
        # The suit to be matched. House: a turned-up eight is an ordinary card of its suit.
        self.suit: str = self.turn_up[1]
        # House: seat number-1, counted round the table, begins.
        self.first: int = (number - 1) % players
        self.turn: int | None = self.first
        self.result: str | None = None
        # Whether an eight was played and the suit is still to be named by who played it
        # (eights='named' only).
        self.naming: bool = False
        # How many cards the seat in turn has drawn in this turn.
        self.drawn: int = 0
        # How many passes in a row were made up to now while the stock was empty.
        self.idle: int = 0
        # What was done so far, in order: the seat, 'plays', 'draws', 'passes' or 'names', and the
        # card or the name.
        self.deeds: list[tuple[int, str, str]] = []
        # With the whole deck dealt out, the first seat may need a card that is not there.
        self.look_for_a_drawn_game()

    def fits(self, card: str) -> bool:
        """Whether the card may be laid on the discard pile now, by whoever holds it in their
        turn.
        """
        # Text: "Eights are wild and can be put down on any suit."
        if card[0] == "8":
            return True
        # Text: "a card from his hand that matches either the number or suit of the top card in the
        # discard pile".
        # Text: "The next player must match their card to the suit on the eight that was played."
        # House rule
        # eights='named': to the suit that was named.
        return card[0] == self.pile[-1][0] or card[1] == self.suit

    def fitting(self) -> list[str]:
        """Every card of all 52 that would fit now, wherever it lies, in new deck order."""
        return [card for card in NEW_DECK if self.fits(card)]

    def plays(self, seat: int) -> list[str]:
        """The cards of this seat's hand that fit, in hand order."""
        return [card for card in self.hands[seat] if self.fits(card)]

    def without_a_card(self) -> str:
        """What a seat in turn that has nothing fitting does: 'draw', 'pass', or 'end' (the round
        ends as drawn).
        """
        # House rules draw='one-then-pass' and 'up-to-three': the draws of this turn are used up.
        if self.drawn >= DRAWS[self.draw]:
            return "pass"
        # Text: "If he does not have a matching card, he continues picking up cards from the deck".
        if self.stock:
            return "draw"
        # House rule empty='play-on': who would have to draw from the empty stock passes instead.
        if self.empty == "play-on":
            return "pass"
        # Text: "If the deck runs out before the game is over, the game ends in a draw."
        return "end"

    def look_for_a_drawn_game(self) -> None:
        """End the round as drawn if the seat in turn needs a card from the empty stock."""
        # While a suit is to be named nobody needs a card.
        if self.turn is None or self.naming:
            return
        if not self.plays(self.turn) and self.without_a_card() == "end":
            self.turn = None
            self.result = "drawn"

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now: nothing unless it is in turn."""
        if self.turn is None or seat != self.turn:
            return []
        # House rule eights='named': whoever plays an eight then names a suit.
        if self.naming:
            return list(NAMES)
        plays = self.plays(seat)
        # House: nobody may draw or pass while a card in hand fits. (Text: he draws "If he does not
        # have a matching card".)
        if plays:
            return plays
        return [self.without_a_card()]

    def lacks(self, action: str) -> list[str]:
        """The cards none of which a seat may hold to do this now, in new deck order; all 52 if
        nobody may do it.
        """
        if self.turn is None:
            return list(NEW_DECK)
        if self.naming:
            return [] if action in NAMES else list(NEW_DECK)
        if action in NEW_DECK:
            return [] if self.fits(action) else list(NEW_DECK)
        # To draw or to pass shows that nothing in the hand fits.
        if action in ("draw", "pass") and action == self.without_a_card():
            return self.fitting()
        return list(NEW_DECK)

    def act(self, seat: int, action: str) -> None:
        """Let this seat play the card of that name, or draw, or pass, or name a suit."""
        if action not in self.legal(seat):
            raise ValueError(f"{name(seat)} may not do {action} now")
        if action == "draw":
            self.do_draw(seat)
        elif action == "pass":
            self.do_pass(seat)
        elif action in NAMES:
            self.do_name(seat, action)
        else:
            self.do_play(seat, action)
        self.look_for_a_drawn_game()

    def do_draw(self, seat: int) -> None:
        """Take the top card of the stock; the seat stays in turn."""
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        self.drawn += 1
        self.deeds.append((seat, "draws", card))
        # House rule empty='at-once', the text to the letter: "If the deck runs out before the game
        # is over, the game ends in a draw." Even if the card that was just drawn would fit.
        if self.empty == "at-once" and not self.stock:
            self.turn = None
            self.result = "drawn"

    def do_pass(self, seat: int) -> None:
        """Pass; the round is blocked when everybody has passed in a row while the stock was
        empty.
        """
        self.deeds.append((seat, "passes", ""))
        # House rule empty='play-on': passes made while the stock is empty count, also directly
        # after its last card.
        if not self.stock:
            self.idle += 1
        if self.empty == "play-on" and self.idle == self.players:
            self.turn = None
            self.result = "blocked"
        else:
            self.pass_the_turn(seat)

    def do_name(self, seat: int, action: str) -> None:
        """Name the suit to be matched after an eight."""
        self.naming = False
        self.suit = NAMES[action]
        self.deeds.append((seat, "names", action))
        self.pass_the_turn(seat)

    def do_play(self, seat: int, card: str) -> None:
        """Lay the card on the discard pile."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit = card[1]
        self.idle = 0
        self.deeds.append((seat, "plays", card))
        if not self.hands[seat]:
            # Text: "The first player to use up all his cards wins." House: no suit is named after a
            # last card.
            self.turn = None
            self.result = "won"
        elif card[0] == "8" and self.eights == "named":
            self.naming = True
        else:
            self.pass_the_turn(seat)

    def pass_the_turn(self, seat: int) -> None:
        """The next seat round the table is in turn and has drawn nothing yet."""
        self.turn = (seat + 1) % self.players
        self.drawn = 0

    def scores(self) -> list[int]:
        """By seat, what it is charged for the cards that it holds at the end; nothing before the
        end.
        """
        # House: in a drawn game nobody is charged anything.
        if self.result is None or self.result == "drawn":
            return [0 for _ in self.hands]
        return [sum(CHARGES[card[0]] for card in cards) for cards in self.hands]

    def seen(self, watcher: int | None) -> list[str]:
        """All that this seat (None: a spectator) has seen since the deal, as sentences in order,
        and nothing else.
        """
        if watcher is not None and watcher not in range(self.players):
            raise ValueError(
                f"a watcher is a seat from 0 to {self.players - 1} or None, not {watcher!r}"
            )
        sentences: list[str] = []
        # A player sees their own hand, in the order of the deck, and nobody else's.
        if watcher is not None:
            sentences.append(f"{name(watcher)} is dealt {' '.join(self.dealt[watcher])}")
        # Text: "with the top card turned up beside it".
        sentences.append(f"{self.turn_up} is turned up")
        sentences.append(f"{name(self.first)} begins")
        for seat, deed, what in self.deeds:
            # The deck lies "face down", so only who draws a card knows which it is.
            if deed == "passes" or (deed == "draws" and seat != watcher):
                sentences.append(f"{name(seat)} {deed}")
            else:
                sentences.append(f"{name(seat)} {deed} {what}")
        return sentences + self.ending()

    def ending(self) -> list[str]:
        """What everybody is told when the round is over: the result and every score, but no
        hand.
        """
        if self.result is None:
            return []
        if self.result == "won":
            told = [
                f"{name(seat)} wins the round" for seat, cards in enumerate(self.hands) if not cards
            ]
        else:
            told = [f"The round is {self.result}"]
        return told + [f"{name(seat)}'s score: {score}" for seat, score in enumerate(self.scores())]

    def copy(self) -> "Table":
        """A table that stands the same and goes its own way from here."""
        other = Table.__new__(Table)
        other.players, other.eights, other.draw, other.empty = (
            self.players,
            self.eights,
            self.draw,
            self.empty,
        )
        # never change after the deal
        other.dealt, other.turn_up, other.first = (
            self.dealt,
            self.turn_up,
            self.first,
        )
        other.hands = [list(cards) for cards in self.hands]
        other.stock, other.pile, other.deeds = list(self.stock), list(self.pile), list(self.deeds)
        other.suit, other.turn, other.result = self.suit, self.turn, self.result
        other.naming, other.drawn, other.idle = self.naming, self.drawn, self.idle
        return other


def winners(totals: list[int], target: int = 0) -> list[int]:
    """The seats that win a match with these totals at the end of a round; none while the match goes
    on.
    """
    # House: the match is over once somebody's total is at least the target; then the lowest total
    # wins, or all of them.
    if not any(total >= target for total in totals):
        return []
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def perft(table: Table, depth: int) -> int:
    """How many different sequences of `depth` legal actions there are from here; the table is left
    as it was.
    """
    if depth < 0:
        raise ValueError("depth must not be negative")
    if depth == 0:
        return 1
    # A finished round has no actions, so it counts 0.
    if table.turn is None:
        return 0
    count = 0
    for action in table.legal(table.turn):
        after = table.copy()
        after.act(table.turn, action)
        count += perft(after, depth - 1)
    return count
