"""Likelihoods of hidden cards by the others' plays and passes, and sampling by them. The policy
imports nothing of it.
"""
