"""Learned bots: their inputs, models and training."""
