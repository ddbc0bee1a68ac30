"""A new player for Hearts, and its duel against the level `first`.

    python my_player.py
    parlour duel hearts --players my_player:act,first --deals 500

The second command plays the same deals in every seat, and prints intervals.
"""

import parlour

HEARTS = parlour.CardSet(range(26, 39))
QUEEN = parlour.CardSet("QS")


def strength(card: int) -> int:
    """The rank of a card, with the ace high."""
    return (card + 12) % 13


def act(view: parlour.View, _dice: int) -> int:
    """Pass high cards, lose tricks with high cards, and lead low ones."""
    table, legal = view.table, view.legal_cards
    if table.passing:
        return max(legal, key=strength)
    trick = [card for card in table.trick if card < 52]
    if not trick:
        return min(legal, key=strength)
    led = table.trick[table.leader]
    if all(card // 13 != led // 13 for card in legal):  # of another suit: it cannot win the trick
        costly = legal & QUEEN or legal & HEARTS or legal
        return max(costly, key=strength)
    winning = max(strength(card) for card in trick if card // 13 == led // 13)
    under = [card for card in legal if strength(card) < winning]
    return max(under, key=strength) if under else min(legal, key=strength)


def duel(matches: int, seed: int) -> tuple[float, float]:
    """The mean points a round of `act`, and of `first`, over so many matches in each seat."""
    rounds, points, others = 0, 0, 0
    for seat in range(4):
        players = [act if place == seat else "first" for place in range(4)]
        for record in parlour.simulate("hearts", matches, seed=seed, players=players):
            rounds += record.match.number
            points += record.match.totals[seat]
            others += sum(record.match.totals) - record.match.totals[seat]
    return points / rounds, others / rounds / 3


if __name__ == "__main__":
    mine, first = duel(matches=10, seed=1)
    print(f"Points a round: act {mine:.2f}, first {first:.2f}")
