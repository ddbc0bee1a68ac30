// Reads lines "kind seed count" and writes the order of a new deck after each of `count` shuffles,
// as card numbers.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using Deck = std::vector<int>;

template <class Shuffle> void run(int count, Shuffle shuffle) {
    Deck deck(52);
    std::iota(deck.begin(), deck.end(), 0);
    for (int k = 0; k < count; ++k) {
        shuffle(deck);
        for (int card : deck) std::cout << card << ' ';
        std::cout << '\n';
    }
}

template <class Draw> void modulo(Deck &deck, Draw draw) {
    for (int n = 52; n > 1; --n) std::swap(deck[n - 1], deck[draw() % n]);
}

int main() {
    std::string kind;
    long long seed;
    int count;
    while (std::cin >> kind >> seed >> count) {
        unsigned bits = static_cast<unsigned>(seed);
        std::default_random_engine standard(bits);
        std::mt19937 mersenne(bits);
        auto shuffle = [](Deck &deck, auto &bits) { std::shuffle(deck.begin(), deck.end(), bits); };
        auto draw48 = [] { return static_cast<unsigned long>(lrand48()); };
        if (kind == "std") run(count, [&](Deck &deck) { shuffle(deck, standard); });
        if (kind == "std-mt19937") run(count, [&](Deck &deck) { shuffle(deck, mersenne); });
        if (kind == "mt19937-mod") {
            run(count, [&](Deck &deck) { modulo(deck, [&] { return mersenne(); }); });
        }
        if (kind == "lrand48") {
            srand48(static_cast<long>(bits));
            run(count, [&](Deck &deck) { modulo(deck, draw48); });
        }
    }
}
