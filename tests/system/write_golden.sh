#!/bin/sh
# Writes tests/golden/shuffles_cxx.txt: kind, seed and the sixth order of a new deck, by g++'s own
# library.
set -eu
cd "$(dirname "$0")"
program=$(mktemp)
g++ -O1 -o "$program" shuffles.cc
for kind in std std-mt19937 mt19937-mod lrand48; do
    for seed in -2147483648 -1 0 9 65535 65536 6788 2147483647 2147483648 3141592653 4294967295; do
        printf '%s %s' "$kind" "$seed"
        echo "$kind $seed 6" | "$program" | tail -1 | tr ' ' '\n' | while read -r card; do
            [ -n "$card" ] || continue
            rank=$(echo A23456789TJQK | cut -c$((card % 13 + 1)))
            suit=$(echo CDHS | cut -c$((card / 13 + 1)))
            printf ' %s%s' "$rank" "$suit"
        done
        echo
    done
done >../golden/shuffles_cxx.txt
rm "$program"
