"""OpenSpiel's searches as players of Hearts: `parlour duel hearts --players
search,bench.yardsticks.open_spiel_hearts:ismcts --deals 20`.

`ismcts` is OpenSpiel's information set Monte-Carlo tree search, `uct` its tree search by upper
confidence bounds, whose visits in eight worlds are added up. Rules and trees are OpenSpiel's, and
playouts are random. The worlds are this project's, uniform draws that fit the view. OpenSpiel's own
(`resample_from_infostate`, tried in 2.0.2) contradict the play: in about half of them somebody does
not follow a suit that they hold. The rules are the standard ones. Where the assignment's differ,
the first legal action replaces an illegal choice.
"""

from collections import Counter
from functools import cache
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from parlour.cards import NEW_DECK, Action, Deck
from parlour.engine.worlds.sampler import Sampler, events
from parlour.games.hearts import rules as hearts
from parlour.match import Acted, Dealt, View

SIMULATIONS = 1000  # of a decision of `ismcts`
WORLDS = 100  # of `ismcts`
DETERMINIZATIONS = 8  # of `uct`, each with as many simulations
EXPLORATION = 26.0  # points: the constant of upper confidence bounds
PASSES = (0, 1, 3, 2)  # OpenSpiel's number of a pass, by the round's number modulo 4


def theirs(card: Action) -> int:
    """OpenSpiel's number of a card."""
    return (card + 12) % 13 * 4 + card // 13


OURS = {theirs(card): card for card in NEW_DECK}


@cache
def game() -> Any:
    """OpenSpiel's Hearts."""
    return pyspiel.load_game("hearts")


def dealt(number: int, deck: Deck) -> Any:
    """OpenSpiel's state after a deal of a round."""
    state = game().new_initial_state()
    state.apply_action(PASSES[number % 4])
    for place in range(52):  # a card to each in turn
        state.apply_action(theirs(deck[place % 4 * 13 + place // 4]))
    return state


def states(view: View, dice: int, n: int) -> list[Any]:
    """OpenSpiel's states (n,) of worlds that fit the view.

    OpenSpiel's seats pass one after the other, so those before this one pass any cards.
    """
    positions, worlds, random = [], Sampler(view).sample(n, dice), Random(dice)
    for i in range(n):
        opening, *acts = events(view, worlds, i)
        assert isinstance(opening, Dealt)
        state = dealt(view.number, opening.deck)
        while view.table.passing and state.current_player() != view.seat:
            state.apply_action(random.choice(state.legal_actions()))
        actions = [(act.seat, act.action) for act in acts if isinstance(act, Acted)]
        passes = 12 if hearts.pass_offset(view.rules, view.number) else 0
        actions[:passes] = sorted(actions[:passes], key=itemgetter(0))
        for _, action in actions:
            state.apply_action(theirs(action))
        positions.append(state)
    return positions


def chosen(view: View, action: int) -> Action:
    """OpenSpiel's choice, if it is legal here; else the first legal action."""
    ours = OURS[action]
    return ours if view.legal >> ours & 1 else (view.legal & -view.legal).bit_length() - 1


def forced(view: View) -> Action | None:
    """The first legal action where there is nothing for OpenSpiel to decide."""
    if view.legal & view.legal - 1 == 0 or view.legal >> 52:
        return (view.legal & -view.legal).bit_length() - 1
    return None


class Rollouts:
    """An evaluator for OpenSpiel's ISMCTS: a random playout, and no preference."""

    def __init__(self, random: Random) -> None:
        """Begin with random numbers."""
        self.random = random

    def evaluate(self, state: Any) -> Any:
        """The returns (4,) of a playout."""
        playout, choice = state.clone(), self.random.choice
        while not playout.is_terminal():
            playout.apply_action(choice(playout.legal_actions()))
        return playout.returns()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """The legal actions, each as likely."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def ismcts(view: View, dice: int) -> Action:
    """OpenSpiel's ISMCTS."""
    if (action := forced(view)) is not None:
        return action
    positions, random = states(view, dice, WORLDS), Random(dice)
    bot = ISMCTSBot(
        game(),
        Rollouts(random),
        EXPLORATION,
        SIMULATIONS,
        random_state=np.random.RandomState(dice & 0x7FFFFFFF),
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(lambda _state, _player: random.choice(positions).clone())
    return chosen(view, int(bot.step(positions[0])))


def uct(view: View, dice: int) -> Action:
    """OpenSpiel's MCTS in each of some worlds; the action with most visits in all."""
    if (action := forced(view)) is not None:
        return action
    visits = Counter[int]()
    for state in states(view, dice, DETERMINIZATIONS):
        bot = pyspiel.MCTSBot(
            game(),
            pyspiel.RandomRolloutEvaluator(1, dice & 0x7FFFFFFF),
            EXPLORATION,
            SIMULATIONS,
            100,
            False,
            dice & 0x7FFFFFFF,
            False,
        )
        for child in bot.mcts_search(state).children:
            visits[child.action] += child.explore_count
    return chosen(view, visits.most_common(1)[0][0])
