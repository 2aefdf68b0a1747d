"""Simulate many matches between bots and summarize them.

In: a Plan. Out: Matches (`matches` in this process, `in_workers` in several), files of them (`Journal`, `results`), and
their summary as plain values (`summary`). Layer: tools. Each match derives its seed from the plan's seed and its own
number, so the number of workers affects only the speed.
"""
