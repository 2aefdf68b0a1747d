"""Language services for editors, independent of any editor: texts in, locations and meanings out.

`files` holds the texts as they are on the screen, split into separately parsed `parts`; `workspace` analyses the games that
they belong to (`homes`) whenever they change; `words` and the checker's recorder resolve what each word means. The language
server in `tools/lsp` translates that into the protocol that editors speak.
"""
