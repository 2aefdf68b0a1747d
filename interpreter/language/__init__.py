"""What an editor asks about the rules of games, without any editor: texts in, places and meanings out.

`files` holds the texts as they are on the screen, in `parts` that are read by themselves; `workspace` analyses the games that
they belong to (`homes`), as often as they change; `words` and the checker's recorder tell what each word means. The language
server in `tools/lsp` turns that into the protocol that editors speak.
"""
