"""The learned player of Oh Hell: `policy.py` scores actions, `training.py` makes its weights."""
