"""A slow, literal referee of one round of Oh Hell, as a witness in the tests of the rules.

It represents the game differently from the rules: a card is a text such as 'QS', a hand is a list
of such texts, and each rule is written out at its use. It imports nothing, and shares no code with
rules.py. Seats are 0, 1, ...
"""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
SUITS = ["C", "D", "H", "S"]
NEW_DECK = [rank + suit for suit in SUITS for rank in RANKS]
LOW_TO_HIGH = "23456789TJQKA"


def sizes(cards: int, series: str, players: int) -> list[int]:
    """How many cards a hand has in each round of a match."""
    down = list(range(cards, 0, -1))
    up = list(range(1, cards + 1))
    return {"down-up": down + up[1:], "up-down": up + down[1:], "same": [cards] * players}[series]


class Table:
    """One round: the deal, the bids, the tricks and the scores."""

    def __init__(
        self,
        deck: list[str],
        number: int = 1,
        players: int = 4,
        cards: int = 7,
        series: str = "down-up",
        hook: str = "yes",
        misses: str = "nothing",
    ) -> None:
        """Deal a shuffled deck for the round of this number in the match."""
        if sorted(deck) != sorted(NEW_DECK):
            raise ValueError("the deck must hold each of the 52 cards once")
        rounds = sizes(cards, series, players)
        self.size = rounds[(number - 1) % len(rounds)]
        self.players, self.hook, self.misses = players, hook, misses
        rest = list(deck)
        self.dealt = [[rest.pop(0) for _ in range(self.size)] for _ in range(players)]
        self.turned_up = rest.pop(0)
        self.hands = [list(hand) for hand in self.dealt]
        # The dealer bids last; the deal rotates, and the seat after the dealer is the first.
        order = list(range(players))
        for _ in range(number - 1):
            order.append(order.pop(0))
        self.order = order  # the order of the seats: for the bids, then for each trick
        self.bids: dict[int, int] = {}
        self.trick: list[tuple[int, str]] = []
        self.won: list[int] = []  # the winner of each trick
        self.public: list[str] = []

    def turn(self) -> int | None:
        """The seat to act; None when all tricks are won."""
        if len(self.won) == self.size:
            return None
        acted = len(self.bids) if len(self.bids) < self.players else len(self.trick)
        return self.order[acted]

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat; empty unless it is its turn."""
        if seat != self.turn():
            return []
        if len(self.bids) < self.players:
            bids = list(range(self.size + 1))
            # The hook: the last bid may not make all bids possible.
            if self.hook == "yes" and len(self.bids) == self.players - 1:
                bids = [bid for bid in bids if sum(self.bids.values()) + bid != self.size]
            return [f"bid-{bid}" for bid in bids]
        hand = self.hands[seat]
        if self.trick:
            same = [card for card in hand if card[1] == self.trick[0][1][1]]
            return same or list(hand)
        return list(hand)

    def lacks(self, action: str) -> list[str]:
        """The cards that a seat must not hold to take this action now; all 52 if no seat may take
        it.
        """
        turn = self.turn()
        if turn is None:
            return list(NEW_DECK)
        if len(self.bids) < self.players or action not in NEW_DECK:
            return [] if action in self.legal(turn) and action not in NEW_DECK else list(NEW_DECK)
        if not self.trick or action[1] == self.trick[0][1][1]:
            return []
        return [card for card in NEW_DECK if card[1] == self.trick[0][1][1]]

    def act(self, seat: int, action: str) -> None:
        """Let a seat bid or play; ValueError if the action is illegal."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {action} now")
        self.public.append(f"Seat {seat}: {action}")
        if len(self.bids) < self.players:
            self.bids[seat] = int(action[-1])
            return
        self.hands[seat].remove(action)
        self.trick.append((seat, action))
        if len(self.trick) == self.players:
            best = self.best()
            self.won.append(best)
            self.trick = []
            while self.order[0] != best:
                self.order.append(self.order.pop(0))

    def best(self) -> int:
        """The seat that wins the trick on the table."""
        trumps = [play for play in self.trick if play[1][1] == self.turned_up[1]]
        of_suit = [play for play in self.trick if play[1][1] == self.trick[0][1][1]]
        return max(trumps or of_suit, key=lambda play: LOW_TO_HIGH.index(play[1][0]))[0]

    def scores(self) -> list[int]:
        """The score of each seat; 0 before the end of the round."""
        if self.turn() is not None:
            return [0] * self.players
        scores = []
        for seat in range(self.players):
            off = abs(self.won.count(seat) - self.bids[seat])
            missed = -off if self.misses == "minus" else 0
            scores.append(missed if off else 10 + self.bids[seat])
        return scores

    def seen(self, watcher: int | None) -> list[str]:
        """All that a seat (None: a spectator) has seen since the deal, as sentences."""
        sentences = [] if watcher is None else [f"You are dealt {' '.join(self.dealt[watcher])}"]
        return [*sentences, f"{self.turned_up} is turned up", *self.public]


def winners(
    totals: list[int],
    number: int,
    players: int = 4,
    cards: int = 7,
    series: str = "down-up",
    **_: str,
) -> list[int]:
    """The seats that have won a match with these totals after a round; empty before its end."""
    if number < len(sizes(cards, series, players)):
        return []
    return [seat for seat in range(players) if totals[seat] == max(totals)]
