"""A round of Hearts from Python: a person's seat is played by its first legal action."""

import parlour

match = parlour.deal("hearts", seed=6788, players=["human:Ada", "first", "first", "first"])
while match.playing:
    view = match.view(0)
    match = match.act(0, view.actions[0]) if view.actions else match.step()
print(match.view(0))
