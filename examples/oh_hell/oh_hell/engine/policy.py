"""A policy for Oh Hell: a softmax over the legal actions, whose scores are linear in the facts that
the acting seat may see. It is a `Policy` of `parlour.engine.search.protocol`.

A bid's score is a parabola, so the best bid is where the facts of a hand expect their tricks. A
card is scored one way while tricks are still missing, and another once the bid is reached.
"""

from oh_hell.rules import BID, EXTRA, Rules, Shown
from parlour.cards import NONE, SUIT, Action, Mask, cards, popcount
from parlour.engine.compiler.arrays import FloatRow, Floats, floats_of
from parlour.match import View
from parlour.tricks import beats, winner

HAND = (  # the facts of a hand, each multiplied by the bid
    *("size", "trump ace", "trump king", "trump queen", "trump", "ace", "king", "queen"),
    *("ruff", "tricks bid before", "bids before"),
)
CARD = (  # the facts of a card, by whether tricks are missing
    *("leads rank", "leads trump", "leads trump rank"),
    *("wins", "wins last", "wins rank", "wins trump", "loses rank", "loses trump", "loses ace"),
    *("wins of need", "leads rank of need"),
)
FEATURES = (
    "square of the bid",
    *(f"bid x {fact}" for fact in HAND),
    *(f"{mode}: {fact}" for mode in ("missing", "reached") for fact in CARD),
)
ACE, KING, QUEEN = 12, 11, 10


def rank_of(card: Action) -> int:
    """The rank of a card, 12 for the ace, which is high."""
    return (card - 1) % 13


def facts_of_hand(table: Shown, rules: Rules) -> list[float]:
    """The facts of a hand before its bid, in the order of `HAND`."""
    trump, size = table.upcard // 13, popcount(table.hand)
    held = cards(table.hand)
    trumps = [rank_of(card) for card in held if card // 13 == trump]
    sides = [rank_of(card) for card in held if card // 13 != trump]
    lengths = [popcount(table.hand & SUIT << suit * 13) for suit in range(4) if suit != trump]
    earlier = [bid for bid in table.bids if bid != NONE]
    return [
        size / rules.players,
        *(float(rank in trumps) for rank in (ACE, KING, QUEEN)),
        float(len(trumps)),
        *(float(sides.count(rank)) for rank in (ACE, KING, QUEEN)),
        float(min(len(trumps), sum(length == 0 for length in lengths))),
        sum(earlier) - size * len(earlier) / rules.players,
        len(earlier) / rules.players,
    ]


def facts_of_card(table: Shown, card: Action, best: Action, need: float, last: bool) -> list[float]:
    """The facts of a card, in the order of `CARD`; `need` is the share of the tricks to come that
    are missing.
    """
    rank, trump = rank_of(card) / ACE, float(card // 13 == table.upcard // 13)
    if best == NONE:
        facts = {"leads rank": rank, "leads trump": trump, "leads trump rank": trump * rank}
        facts["leads rank of need"] = need * rank
    elif beats(card, best, table.upcard // 13):
        facts = {"wins": 1.0, "wins last": float(last), "wins rank": rank, "wins trump": trump}
        facts["wins of need"] = need
    else:
        facts = {"loses rank": rank, "loses trump": trump, "loses ace": float(rank == 1)}
    return [facts.get(name, 0.0) for name in CARD]


def describe(table: Shown, rules: Rules, legal: Mask) -> dict[Action, list[float]]:
    """The features of each legal action."""
    of_bid, of_card = [0.0] * (1 + len(HAND)), [0.0] * len(CARD)  # of actions of the other kind
    if legal >> BID:
        hand = facts_of_hand(table, rules)
        bids = [bid for bid in range(len(EXTRA)) if legal >> BID + bid & 1]
        return {
            BID + bid: [-float(bid**2), *(bid * fact for fact in hand), *of_card, *of_card]
            for bid in bids
        }
    best = table.trick[winner(table.trick, table.leader, table.upcard // 13)]
    missing = table.bids[table.turn] - table.won[table.turn]
    need = missing / popcount(table.hand)
    last = sum(card != NONE for card in table.trick) == rules.players - 1
    features = {}
    for card in cards(legal):
        facts = facts_of_card(table, card, best, need, last)
        by_mode = (facts, of_card) if missing > 0 else (of_card, facts)
        features[card] = [*of_bid, *by_mode[0], *by_mode[1]]
    return features


def prefer(view: View[Shown], weights: Floats) -> FloatRow:
    """The score of each legal action (64,), -inf for others."""
    numbers = weights.tolist()
    scores = [float("-inf")] * 64
    for action, features in describe(view.table, view.rules, view.legal).items():
        scores[action] = sum(map(float.__mul__, features, numbers))
    return floats_of(scores)
