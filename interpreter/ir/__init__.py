"""The IR: what a checked and lowered game is.

Records and small queries on them; nothing here checks, plays or prints.
`types` are the types of values; `rulebook` is the checked game (kinds, terms, acts); `blocks`, `questions` and `layout` are the
lowered one, the Program; `flow`, `facts`, `totality`, `effects` and `reads` are analyses of either; `invariants` is what tests
check of every Program. Layer: ir, on source alone, so that a back end need not know how a game was checked.
"""
