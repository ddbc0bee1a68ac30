"""The library of compiled functions, built while a wheel is made. No player imports it."""
