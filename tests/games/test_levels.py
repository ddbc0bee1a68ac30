"""The players that follow rules one can say aloud, each rule with a position; the prudent one by
seed text 004's points.
"""

from math import inf
from random import Random

import pytest

from parlour.cards import ALL, NAMES, NEW_DECK, NOBODY, Mask, Seat, cards, mask_of, parse_card, put
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import UsageError
from parlour.games.crazy_eights import levels as eights_levels
from parlour.games.hearts import levels as hearts_levels
from parlour.games.hearts import prudent
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.rules import Rules
from parlour.games.straights import levels as straights_levels
from parlour.games.straights import rules as straights
from parlour.match import Acted, Dealt, Match, actor, legal, step, view
from parlour.players import LEVELS, find_level, search
from parlour.players import first_legal as anyone
from tests.games.crazy_eights.test_rules import act, dealt
from tests.games.hearts.test_rules import NO_PASS, mask, play, playing
from tests.games.straights.test_rules import these
from tests.support.play import begun, every_rules, random_action, random_deck


def name(action: int) -> str:
    return NAMES[action] if action < 52 else str(action)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_level_of_every_game_plays_lawfully_and_repeats_itself(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "BUDGET", search.Budget(playouts=40, seconds=inf))
    random = Random(game)
    for rules in every_rules(GAMES[game]):
        match = step(begun(game, rules, random.randrange(1, 5)), Dealt(random_deck(random)))
        while match.playing:
            seat = actor(match)
            seen = view(match, seat)
            for level in LEVELS[game].values():
                action = level(seen, 5)
                assert legal(match, seat) >> action & 1
                assert level(seen, 5) == action
            match = step(
                match,
                random_action(match, random) if random.random() < 0.3 else Acted(seat, action),
            )


def test_a_level_that_does_not_exist() -> None:
    with pytest.raises(
        UsageError,
        match=r'^Unknown level "prudent" \(known: first, careful, greedy, trained, search\)\.$',
    ):
        find_level("straights", "prudent")
    assert find_level("hearts", "greedy") is LEVELS["hearts"]["greedy"]


HELD = {"hearts": hearts_levels.held, "crazy-eights": anyone.hand}


@pytest.mark.parametrize("game", HELD)
def test_a_hand_as_it_lies_holds_what_the_seat_holds(game: str) -> None:
    random = Random(game)
    for rules in every_rules(GAMES[game]):
        match = step(begun(game, rules, random.randrange(1, 5)), Dealt(random_deck(random)))
        while match.playing:
            for seat in range(len(match.players)):
                lies = HELD[game](view(match, seat))
                assert len(lies) == len(set(lies))
                assert mask_of(lies) == match.state.hands[seat]
            match = step(match, random_action(match, random))


def test_the_last_card_takes_the_place_of_one_that_leaves() -> None:
    hand = [1, 2, 3, 4]
    anyone.leave(hand, 2)
    assert hand == [1, 4, 3]
    anyone.leave(hand, 3)
    assert hand == [1, 4]


def test_the_plain_player_passes_the_first_three_as_dealt_and_plays_the_first_legal_card() -> None:
    deck = random_deck(Random(3))
    match = step(begun("hearts", Rules(), 1), Dealt(deck))
    for seat in range(4):
        passed = []
        for _ in range(3):
            passed.append(hearts_levels.first(view(match, seat), 0))
            match = step(match, Acted(seat, passed[-1]))
        assert passed == list(deck[13 * seat : 13 * seat + 3])
    received = sorted(deck[39:42])
    lies = [
        deck[n] for n in (12, 11, 10, 3, 4, 5, 6, 7, 8, 9)
    ] + received  # 0 1 2 ... 12 becomes 12 11 10 3 ... 9
    assert hearts_levels.held(view(match, 0)) == lies
    while actor(match) != 0:
        match = step(match, Acted(actor(match), hearts_levels.first(view(match, actor(match)), 0)))
    may = legal(match, 0)
    assert hearts_levels.first(view(match, 0), 0) == next(
        card for card in hearts_levels.held(view(match, 0)) if may >> card & 1
    )


def test_the_plain_players_moon_is_the_old_one() -> None:
    assert hearts_levels.plain([], view(moon_to_choose(), 0)) == 52


def moon_to_choose() -> Match:
    match = playing(
        "AS",
        "2H",
        "3D",
        "4C",
        rules=NO_PASS._replace(moon=2),
        taken=(ALL & ~mask("AS 2H 3D 4C"), 0, 0, 0),
    )
    return play(match, "AS", "2H", "3D", "4C")


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("9C 5H 5S 8C", "5H"),  # equal rank before equal suit, the first in hand order
        ("9C 8C 3C KH", "9C"),  # then equal suit, but no eight
        ("9H 8C KH 8H", "8C"),  # then the first eight
        ("8C 9C KH QD", "9C"),  # which waits, wherever it stands
        ("8H 5C 2S 3S", "5C"),
    ],
)
def test_crazy_eights_rank_then_suit_then_eight(hand: str, plays: str) -> None:
    top = "5D" if "5C" in hand else "5C"
    match = dealt(f"{hand} KS QS JS TS {top}", GAMES["crazy-eights"].Rules(hand=4))
    assert name(eights_levels.first(view(match, 0), 0)) == plays


def test_crazy_eights_names_the_suit_it_holds_most_of() -> None:
    rules = GAMES["crazy-eights"].Rules(hand=5, eights=1)
    match = act(dealt("KH 8C 2S 3S QH KC QC JC TC 9C 5D", rules), "8C")
    # the gap is filled by the last card: KH QH 2S 3S; two hearts, two spades, the hearts come first
    assert eights_levels.first(view(match, 0), 0) == 56


# Careful and greedy


STANDARD = straights.Rules()


def laid(hand: str, table: str, thrown: str = "", rules: straights.Rules = STANDARD) -> Match:
    """A round of Straights in which seat 0 holds this hand, in this order, seat 1 has thrown that,
    and others hold the rest.
    """
    gone, lies, own = these(thrown), these(table), these(hand)
    rest = cards(ALL & ~gone & ~lies & ~own)
    hands = own, mask_of(rest[::3]), mask_of(rest[1::3]), mask_of(rest[2::3])
    state = straights.State(hands=hands, discarded=(0, gone, 0, 0), table=lies, turn=0)
    order = [parse_card(word) for word in hand.split()]
    deck = (*order, *(card for card in NEW_DECK if card not in order))
    return begun("straights", rules, 1)._replace(
        deck=deck, round=straights.Round(rules, 1), state=state, playing=True, seen=((),) * 5
    )


def test_careful_lays_the_first_card_that_fits_and_throws_the_cheapest() -> None:
    assert name(straights_levels.careful(view(laid("9C KD 8S 6S AD", "7S"), 0), 0)) == "8S"
    assert name(straights_levels.careful(view(laid("9C KD 3H 3C AD", "7S"), 0), 0)) == "AD"
    courts = straights.Rules(values=1)
    assert (
        name(straights_levels.careful(view(laid("KD JD", "7S", rules=courts), 0), 0)) == "JD"
    )  # they cost the same: the first suit's


@pytest.mark.parametrize(
    ("hand", "thrown", "plays"),
    [
        ("8S 6S KS QS", "", "8S"),  # opens the way for its own
        ("8S 6S 5S", "", "6S"),
        # 13 of its own behind 42 of others', rather than 15 of others' alone
        (
            "8S 6S KS",
            "",
            "8S",
        ),
        ("8S 6S", "", "6S"),  # 15 of others' rather than 55
        ("8S 6S KS 2S 3S", "TS", "6S"),  # nothing waits for the eight any more but the nine
        ("7C 8S KC AC", "", "7C"),  # a seven opens both sides
        ("7C 8S", "", "8S"),
    ],
)
def test_greedy_opens_points_of_its_own_rather_than_others(
    hand: str, thrown: str, plays: str
) -> None:
    assert name(straights_levels.greedy(view(laid(hand, "7S", thrown), 0), 0)) == plays


def test_greedy_throws_what_nobody_can_lay_then_what_costs_least_with_its_own_behind() -> None:
    assert name(straights_levels.greedy(view(laid("AC KD QD 9H", "7S", "JD"), 0), 0)) == "KD"
    assert name(straights_levels.greedy(view(laid("2C AC 3D", "7S"), 0), 0)) == "AC"
    assert name(straights_levels.greedy(view(laid("5C 4C 3C 9D", "7S"), 0), 0)) == "3C"
    assert name(straights_levels.greedy(view(laid("5C 4C TH", "7S", "3C 3H"), 0), 0)) == "4C"


def test_careful_leaves_tricks_to_others() -> None:
    def chosen(match: Match) -> str:
        return name(hearts_levels.careful(view(match, actor(match)), 0))

    assert chosen(playing("9C 3D AS", "2C", "4C", "5C")) == "3D"  # leads its lowest
    # the highest that loses
    assert chosen(play(playing("9D", "TD 8D 2D", "4C", "5C"), "9D")) == "8D"
    assert chosen(play(playing("9D", "TD KD", "4C", "5C"), "9D")) == "TD"  # else its lowest
    assert chosen(play(playing("9D 2C", "QS AC", "4C", "5C"), "9D")) == "AC"  # throws its highest
    match = step(begun("hearts", Rules(), 1), Dealt(NEW_DECK))
    assert chosen(match) == "AC"  # and passes it
    assert chosen(moon_to_choose()) == "52"


def test_careful_keeps_eights_and_follows_the_rank_first() -> None:
    rules = GAMES["crazy-eights"].Rules(hand=4)

    def chosen(hand: str) -> str:
        return name(eights_levels.careful(view(dealt(f"{hand} KS QS JS TS 5D", rules), 0), 0))

    assert chosen("8C 2D 3D 5H") == "5H"  # greedy would play a diamond, of which it has two more
    assert chosen("8C 2D 9D 9C") == "9D"  # two nines are unseen, and three twos
    assert chosen("8C 2H 3H 9H") == "8C"


def test_greedy_lays_what_the_fewest_unseen_cards_can_answer() -> None:
    rules = GAMES["crazy-eights"].Rules(hand=4)

    def chosen(hand: str) -> str:
        return name(eights_levels.greedy(view(dealt(f"{hand} KS QS JS TS 5D", rules), 0), 0))

    assert chosen("8C 2D 5H 3C") == "2D"  # of the diamonds the five lies and the two is its own
    assert chosen("8C 2D 3D 5H") == "2D"
    assert chosen("8C 2D 5H 3H") == "5H"  # two hearts, and of the fives another lies
    assert chosen("8C 2H 3H 9H") == "8C"
    match = act(dealt("8C 2D 5H 3H 5S QS JS TS 5D", rules), "5H", "5S")
    assert name(eights_levels.greedy(view(match, 0), 0)) == "8C"


# Seed text 004, "larger extra credit option"


def chooses(match: Match, seat: Seat | None = None) -> str:
    seat = actor(match) if seat is None else seat
    return name(prudent.prudent(view(match, seat), 0))


def test_point_1_avoid_winning_tricks() -> None:
    """Under the king: of the cards that lose the highest; the ace is kept."""
    match = play(playing("KD 2C", "AD QD 3D", "2D 4C", "5D 6C"), "KD")
    assert chooses(match) == "QD"


def test_point_1_the_queen_of_spades_under_the_king() -> None:
    match = play(playing("KS 2C", "QS JS 3D", "2S 4C", "5S 6C"), "KS")
    assert chooses(match) == "QS"


def test_point_1_the_queen_goes_before_a_higher_card_that_loses_too() -> None:
    match = play(playing("AS 2C", "QS KS 3D", "2S 4C", "5S 6C"), "AS")
    assert chooses(match) == "QS"


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("QS 9D", "9D"),  # never the queen
        ("KS 9D", "9D"),  # nor what takes her, while she is out
        ("2H 2C", "2C"),  # hearts cost more than other suits
        ("4C 3C 2D", "2D"),  # of equals the short suit first
    ],
)
def test_point_1_and_3_leads(hand: str, leads: str) -> None:
    queen = "" if "QS" in hand else "QS "
    match = playing(hand, f"{queen}KD TD KC TC KH", "QD JD QC JC QH", "AD AC AH 5D 5C 5H", broken=1)
    assert chooses(match) == leads


def test_point_1_a_lead_that_loses() -> None:
    match = playing("AD 3D KC", "KD 4D 2H", "5D 6D 3H", "7D 8D 4H")
    assert chooses(match) == "3D"


def test_point_2_if_winning_is_unavoidable_win_big() -> None:
    """The last to play holds only higher cards: the highest goes."""
    match = play(playing("2D 2C", "3D 3C", "4D 4C", "TD KD 9D"), "2D", "3D", "4D")
    assert chooses(match) == "KD"


def test_point_2_but_not_while_somebody_may_yet_play_higher() -> None:
    match = play(playing("2D 2C", "TD KD 9D", "4D 4C", "AD QD"), "2D")
    assert chooses(match) == "9D"


def test_point_2_never_with_the_queen_of_spades_when_another_card_wins() -> None:
    match = play(playing("2S 2C", "3S 3C", "4S 4C", "QS JS"), "2S", "3S", "4S")
    assert chooses(match) == "JS"


def test_point_3_rid_the_hand_of_risky_cards_of_short_suits() -> None:
    """Nothing of the suit led: the queen first; then the king over her; then the single ace."""
    match = play(playing("2D 2C", "QS AH KC 3C", "4D 4C", "5D 5C"), "2D")
    assert chooses(match) == "QS"
    match = play(playing("2D 2C", "KS 3H 3C", "4D QS", "5D 5C"), "2D")
    assert chooses(match) == "KS"
    match = play(playing("2D 9C", "KC 3C AS", "4D 2S", "5D 3S"), "2D")
    assert chooses(match) == "AS"


def test_point_3_of_equal_cards_that_of_the_shorter_suit() -> None:
    match = play(playing("2S 9S", "KC 4C 3C KD", "3S QC QD", "4S JC JD"), "2S")
    assert chooses(match) == "KD"


def test_point_3_hearts_before_other_suits() -> None:
    match = play(playing("2S 9S", "KC KH", "3S QC QH", "4S JC JH"), "2S")
    assert chooses(match) == "KH"


def passes(hand: str, number: int = 1) -> list[str]:
    """The three cards that the prudent player passes from a hand."""
    held = [parse_card(word) for word in hand.split()]
    assert len(held) == 13
    match = step(
        begun("hearts", Rules(), number),
        Dealt((*held, *(card for card in NEW_DECK if card not in held))),
    )
    chosen = []
    for _ in range(3):
        chosen.append(prudent.prudent(view(match, 0), 0))
        match = step(match, Acted(0, chosen[-1]))
    return [name(card) for card in chosen]


def test_point_4_pass_high_cards_from_short_suits() -> None:
    chosen = passes("KC QC 3C 4C 5D 7D 9D JD AD 2S 3S 2H 3H")
    assert chosen[:2] == ["KC", "QC"]  # of four clubs; the ace of five diamonds only then


def test_point_5_pass_very_short_suits_away() -> None:
    # no club is left
    assert set(passes("4C 9C 2D 3D 5D 7D 9D 2S 3S 5S 7S 2H 3H")[:2]) == {
        "4C",
        "9C",
    }
    # as many as can be passed
    assert set(passes("4C 9C 2C 2D 3D 5D 7D 9D 2S 3S 5S 2H 3H")) == {
        "4C",
        "9C",
        "2C",
    }
    assert passes("4C 9C 3D 2S 3S 4S 5S 6S 2H 3H 4H 5H 6H")[0] == "3D"  # the shortest first


def test_low_spades_and_the_guards_of_the_queen_are_kept() -> None:
    assert not {"TS", "JS"} & set(passes("TS JS 9S 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H"))
    assert passes("KS 2S 3S 2D 3D 5D 7D 4C 5C 6C 7C 2H 3H")[0] == "KS"
    assert "KS" not in passes("KS 2S 3S 4S 2D 3D 5D 7D 4C 5C 6C 7C 2H")
    assert passes("QS 2S 3S 4S 2D 3D 5D 7D 4C 5C 6C 7C 2H")[0] == "QS"


def test_the_queen_is_passed_where_nothing_guards_her_and_kept_where_four_do() -> None:
    assert passes("QS 2S 3S 2D 3D 5D 7D 4C 5C 6C 7C 2H 3H")[0] == "QS"
    assert "QS" not in passes("QS 2S 3S 4S 5S 3D 5D 7D 4C 5C 6C 2H 3H")
    assert passes("KS AS 3S 2D 3D 5D 7D 4C 5C 6C 7C 2H 3H")[:2] == ["AS", "KS"]


# "Even larger": the moon


def test_it_passes_what_keeps_its_hand_from_the_moon() -> None:
    chosen = passes("AH KH QH JH TH 9H AS KS AC KC 2D 3D 4C")
    assert sorted(chosen) == ["2D", "3D", "4C"]
    # nothing does: the lowest that is no heart
    assert passes("AH KH QH JH TH 9H 8H 7H 6H AS KS AC AD")[0] == "KS"


POINTLESS = (0, 0, 0, mask("9C TC JC QC"))  # won so far


def test_it_shoots_with_a_hand_that_wins_every_trick() -> None:
    match = playing("AH KH QH", "2H 3C 3D", "3H 4C 4D", "4H 5C 5D", broken=1, taken=POINTLESS)
    assert chooses(match) == "AH"
    under = play(playing("2S 3D", "AS AH", "3S 4D", "4S 5D", taken=POINTLESS), "2S")
    assert chooses(under) == "AS"  # it would have ducked, had it another spade


def test_shooting_it_wins_low_when_last_and_throws_what_wins_nothing() -> None:
    last = play(playing("2S 3D", "3S 4D", "4S 5D", "AS KS", taken=POINTLESS), "2S", "3S", "4S")
    assert chooses(last) == "KS"
    void = play(playing("2S 9S", "AD AH", "3S 4D", "4S 5D", taken=POINTLESS), "2S")
    assert chooses(void) == "AD"


def test_it_does_not_shoot_when_another_is_winning_points() -> None:
    """The queen goes to who led her, so there is no moon to make: the worst heart is thrown on
    her.
    """
    match = play(playing("QS 3D", "AH KH QH", "3S 4D", "4S 5D", taken=POINTLESS), "QS")
    assert chooses(match) == "AH"


def test_shooting_it_throws_no_points_away() -> None:
    won = ALL & ~mask("2S 9S AH 9D AD 3S 4H 4S 5H")
    match = play(playing("2S 9S", "AH 9D AD", "3S 4H", "4S 5H", taken=(0, won, 0, 0)), "2S")
    assert chooses(match) in ("9D", "AD")


def test_it_does_not_shoot_when_somebody_else_has_points() -> None:
    hands = "2S 3D", "3S 4D", "4S 5D", "AS JS"
    assert chooses(play(playing(*hands, taken=(mask("QS"), 0, 0, 0)), "2S", "3S", "4S")) == "AS"


RIVAL = (0, 0, mask("QS 2H 3H 4H 5H 6H"), 0)


def test_it_takes_a_heart_from_who_shoots() -> None:
    """Seat 2 has all points so far and is winning a heart: the ace takes it, though a lower card
    would have lost.
    """
    match = play(playing("9C", "8C", "JH 7D", "AH 9H 2C", turn=2, broken=1, taken=RIVAL), "JH")
    assert prudent.rival_of(view(match, 3)) == 2
    assert chooses(match) == "AH"
    calm = play(
        playing("9C", "8C", "JH 7D", "AH 9H 2C", turn=2, broken=1, taken=(mask("7H"), *RIVAL[1:])),
        "JH",
    )
    assert prudent.rival_of(view(calm, 3)) == NOBODY
    assert chooses(calm) == "9H"


def test_it_leads_a_heart_that_must_win_against_who_shoots() -> None:
    match = playing("9C KH", "8C QH", "JH 7D", "AH 2C", turn=3, broken=1, taken=RIVAL)
    assert chooses(match) == "AH"


def test_it_takes_the_queen_from_who_shoots_only_as_the_last_that_is_missing() -> None:
    hands = "2S", "4S", "QS 9C", "AS 3S"
    early = play(playing(*hands, turn=2, broken=1, taken=(0, 0, mask("2H 3H 4H 5H 6H"), 0)), "QS")
    assert prudent.rival_of(view(early, 3)) == 2
    assert chooses(early) == "3S"
    last = play(playing(*hands, turn=2, broken=1, taken=(0, 0, hearts.HEARTS, 0)), "QS")
    assert chooses(last) == "AS"


def test_it_stops_with_a_heart_on_a_trick_that_another_wins() -> None:
    match = play(
        playing("AD 8C", "KD QH", "7D JH", "AC 2H 9H", turn=0, broken=1, taken=RIVAL),
        "AD",
        "KD",
        "7D",
    )
    assert chooses(match) == "2H"


def test_it_gives_no_points_to_who_shoots() -> None:
    match = play(playing("9C TH", "8C QH", "AD 7D", "AH 2C", turn=2, broken=1, taken=RIVAL), "AD")
    assert chooses(match) == "2C"
    other = play(
        playing("AD 8C", "KD QH", "7D JH", "AH 2C", turn=0, broken=1, taken=RIVAL), "AD", "KD", "7D"
    )
    assert chooses(other) == "AH"  # its only heart


def test_the_moon_is_the_old_one_unless_that_ends_the_match_for_another() -> None:
    match = moon_to_choose()
    assert chooses(match) == "52"
    # 90 46 56 66: it goes on
    assert prudent.prudent(view(match._replace(totals=(90, 20, 30, 40)), 0), 0) == 52
    # 106 would end it: seat 1 wins
    assert prudent.prudent(view(match._replace(totals=(90, 20, 80, 40)), 0), 0) == 53
    # and so would it, won
    assert prudent.prudent(view(match._replace(totals=(10, 20, 80, 40)), 0), 0) == 52


def test_a_moon_of_spot_hearts_is_129() -> None:
    rules = NO_PASS._replace(moon=2, values=1, target=500)
    match = playing(
        "AS", "2H", "3D", "4C", rules=rules, taken=(ALL & ~mask("AS 2H 3D 4C"), 0, 0, 0)
    )
    match = play(match, "AS", "2H", "3D", "4C")._replace(totals=(400, 200, 380, 300))
    assert prudent.prudent(view(match, 0), 0) == 53  # 380 + 129 would end it, and seat 1 would win


def test_cards_above_and_below() -> None:
    assert prudent.BELOW[parse_card("4H")] == mask("2H 3H")
    assert prudent.above(parse_card("QH")) == mask("AH KH")
    assert prudent.above(parse_card("AS")) == 0


def test_a_hand_led_from_the_top_loses_these() -> None:
    hand: Mask = mask("AC KC 2C 5D")
    assert prudent.losing(hand, ALL & ~hand) == mask("2C 5D")
    assert prudent.losing(hand, mask("QC JC 4D 3D")) == 0
    assert hearts.strength(parse_card("AC")) == 12
    assert cards(put((0, 0, 0, 0), 1, 5)[1]) == (0, 2)
