// Reads lines "kind seed order times count" and writes the deck of each of `count` rounds, as card
// numbers. `order` is that of the new deck, as in "SHDC" or "SHDC-by-rank"; before a round the deck
// is shuffled `times` times.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Deck = std::vector<int>;

Deck fresh(const std::string &order) {
    Deck deck;
    const std::string suits = "CDHS";
    if (order.size() == 4) {
        for (char suit : order)
            for (int rank = 0; rank < 13; ++rank) deck.push_back(13 * suits.find(suit) + rank);
    } else {
        for (int rank = 0; rank < 13; ++rank)
            for (char suit : order.substr(0, 4)) deck.push_back(13 * suits.find(suit) + rank);
    }
    return deck;
}

template <class Deal> void run(const std::string &order, int count, Deal deal) {
    Deck deck = fresh(order);
    for (int k = 0; k < count; ++k) {
        deal(deck);
        for (int card : deck) std::cout << card << ' ';
        std::cout << '\n';
    }
}

template <class Generator> void standard(Deck &deck, Generator &generator, int times) {
    for (int k = 0; k < times; ++k) std::shuffle(deck.begin(), deck.end(), generator);
}

template <class Draw> void modulo(Deck &deck, Draw draw, int times) {
    for (int k = 0; k < times; ++k)
        for (int n = 52; n > 1; --n) std::swap(deck[n - 1], deck[draw() % n]);
}

int main() {
    std::string kind, order;
    long long seed;
    int times, count;
    while (std::cin >> kind >> seed >> order >> times >> count) {
        unsigned bits = static_cast<unsigned>(seed);
        std::default_random_engine once(bits);
        std::mt19937 mersenne(bits);
        auto draw48 = [] { return static_cast<unsigned long>(lrand48()); };
        srand48(static_cast<long>(bits));
        if (kind == "std") {
            run(order, count, [&](Deck &deck) { standard(deck, once, times); });
        }
        if (kind == "std-each-round") {
            run(order, count, [&](Deck &deck) {
                std::default_random_engine anew{bits};
                standard(deck, anew, times);
            });
        }
        if (kind == "std-mt19937") {
            run(order, count, [&](Deck &deck) { standard(deck, mersenne, times); });
        }
        if (kind == "std-mt19937-each-round") {
            run(order, count, [&](Deck &deck) {
                std::mt19937 anew{bits};
                standard(deck, anew, times);
            });
        }
        if (kind == "mt19937-mod") {
            run(order, count, [&](Deck &deck) { modulo(deck, std::ref(mersenne), times); });
        }
        if (kind == "mt19937-mod-each-round") {
            run(order, count, [&](Deck &deck) { modulo(deck, std::mt19937{bits}, times); });
        }
        if (kind == "lrand48") {
            run(order, count, [&](Deck &deck) { modulo(deck, draw48, times); });
        }
        if (kind == "lrand48-each-round") {
            run(order, count, [&](Deck &deck) {
                srand48(static_cast<long>(bits));
                modulo(deck, draw48, times);
            });
        }
    }
}
