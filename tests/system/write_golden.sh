#!/bin/sh
# Writes, by g++'s own library, tests/golden/shuffles_cxx.txt: kind, seed and the deck of the sixth
# round; and tests/golden/deals_cxx.txt: kind, seed, order of the new deck, shuffles of a round and
# the deck of the third round.
set -eu
cd "$(dirname "$0")"
program=$(mktemp)
g++ -O1 -o "$program" shuffles.cc

last_deck() {
    echo "$1" | "$program" | tail -1 | tr ' ' '\n' | while read -r card; do
        [ -n "$card" ] || continue
        rank=$(echo A23456789TJQK | cut -c$((card % 13 + 1)))
        suit=$(echo CDHS | cut -c$((card / 13 + 1)))
        printf ' %s%s' "$rank" "$suit"
    done
    echo
}

for kind in std std-mt19937 mt19937-mod lrand48; do
    for seed in -2147483648 -1 0 9 65535 65536 6788 2147483647 2147483648 3141592653 4294967295; do
        printf '%s %s' "$kind" "$seed"
        last_deck "$kind $seed CDHS 1 6"
    done
done >../golden/shuffles_cxx.txt

for kind in std std-mt19937 mt19937-mod lrand48; do
    for each in "" -each-round; do
        for order in CDHS SHDC HDCS-by-rank; do
            for times in 1 100; do
                printf '%s 6788 %s %s' "$kind$each" "$order" "$times"
                last_deck "$kind$each 6788 $order $times 3"
            done
        done
    done
done >../golden/deals_cxx.txt
rm "$program"
