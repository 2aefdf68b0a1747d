"""Codes R04xx: YAML files, and what their tables must look like. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0401",
        "this is not well-formed YAML",
        "Data files are written in YAML: keys and values with a colon and a space between them, one level "
        "of indentation per level of structure, spaces and no tabs. A text that holds a colon with a space "
        "after it, or begins with one of * & ! % @ [ { # - ? , needs quotation marks.",
        "title: Hamlet: the game",
        'title: "Hamlet: the game"',
    ),
    CodeEntry(
        "R0402",
        "a key is there twice",
        "Each key stands once in its mapping; otherwise one of the two values would silently be lost.",
        "title: Chess\ntitle: Draughts",
        "title: Chess",
    ),
    CodeEntry(
        "R0403",
        "anchors, aliases and merge keys are not used here",
        "YAML can repeat a part of a file by name (&name, *name, <<). Data files of games do not use that: "
        "each row is complete on its own, and a small file cannot unfold into a huge one. A text that "
        "begins with & or * needs quotation marks.",
        "- &first {id: one}\n- *first",
        "- {id: one}\n- {id: two}",
    ),
    CodeEntry(
        "R0404",
        "tags and directives are not used here",
        "A value that begins with ! asks YAML for a special kind of value, and a line that begins with % "
        "changes how YAML is read. Data files hold plain texts, numbers, yes/no, lists and mappings only. "
        "A text that begins with ! needs quotation marks.",
        "cost: !money 3",
        "cost: 3",
    ),
    CodeEntry(
        "R0405",
        "this is nested too deeply",
        "Lists and mappings may stand inside each other 40 levels deep. Structure belongs in the rules; "
        "tables are flat.",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "[1]",
    ),
    CodeEntry(
        "R0406",
        "there are several documents in one file",
        "A line of three dashes starts a new YAML document. A data file is a single document.",
        "- id: one\n---\n- id: two",
        "- id: one\n- id: two",
    ),
    CodeEntry(
        "R0407",
        "the file is empty",
        "There is nothing in the file but comments and blank lines.",
        "# cards will come here",
        "- id: first_card\n  source: stand-in",
    ),
    CodeEntry(
        "R0408",
        "a key must be a single word or text",
        "What stands before a colon is a name: not empty, not a list or mapping, not of several lines.",
        "[a, b]: 3",
        "a: 3\nb: 3",
    ),
    CodeEntry(
        "R0409",
        "a value cannot be used",
        "Whole numbers have at most 18 digits, other numbers are finite, and texts hold no characters that "
        "cannot be written to a file. Put quotation marks around a number that is meant as a text.",
        "cost: 1e999",
        "cost: 1000",
    ),
    CodeEntry(
        "R0410",
        "a key is unknown",
        "This key has no meaning at this place. It is most likely misspelt, or indented by too little or too much.",
        "title: Chess\nplyers: {min: 2, max: 2}",
        "title: Chess\nplayers: {min: 2, max: 2}",
    ),
    CodeEntry(
        "R0411",
        "a key is missing",
        "This part of the file is not complete without the key that is named.",
        "- title: News channel",
        "- id: news_channel\n  title: News channel",
    ),
    CodeEntry(
        "R0412",
        "a value is of the wrong kind",
        "A text stands where a number is expected, a single value where a list is expected, or the like. A "
        "number or true/false that is meant as a text needs quotation marks.",
        "copies: three",
        "copies: 3",
    ),
    CodeEntry(
        "R0413",
        "a value is not one of the words that are possible here",
        "Only some words have a meaning at this place; the message lists them.",
        "source: rule book",
        "source: rulebook",
    ),
    CodeEntry(
        "R0414",
        "a value is too small, too large, too short or too long",
        "There is a limit for this number, or for the length of this text or list.",
        "copies: 0",
        "copies: 1",
    ),
    CodeEntry(
        "R0415",
        "a text is not written in the form that is expected",
        "Ids begin with a small letter and go on with small letters, digits and underscores, because rules "
        "refer to them by name. Other texts of a fixed form are described in the message.",
        "id: News Channel",
        "id: news_channel",
    ),
    CodeEntry(
        "R0416",
        "a part of the file does not have the shape that is expected",
        "The file is well-formed, but something in it does not fit together: the same entry twice in a "
        "list, or keys that need each other.",
        "designers: [A. Writer, A. Writer]",
        "designers: [A. Writer]",
    ),
    CodeEntry(
        "R0420",
        "two rows have the same id",
        "Rules refer to a row by its id, so each id stands once in its table. For several equal cards "
        'write one row with "copies".',
        "- {id: spy, source: rulebook}\n- {id: spy, source: rulebook}",
        "- {id: spy, source: rulebook, copies: 2}",
    ),
    CodeEntry(
        "R0421",
        "a row does not say where it comes from",
        'Every row says whether the rulebook prints it ("source: rulebook") or whether it was made up to '
        'have something to play with ("source: stand-in"). It is said once for the whole file or in each '
        "row.",
        "- id: spy",
        "source: rulebook\nrows:\n  - id: spy",
    ),
    CodeEntry(
        "R0422",
        "a citation cannot be read",
        "A citation names numbered passages of the rulebook: letters, a hyphen and a number, with two dots "
        "for a range, and commas between several.",
        "cites: page 12",
        "cites: DYS-225, DYS-230..232",
    ),
    CodeEntry(
        "R0430",
        "the numbers of players do not fit together",
        "The smallest number of players is not above the largest, and the usual number lies between them.",
        "players: {min: 4, max: 2}",
        "players: {min: 2, max: 4}",
    ),
    CodeEntry(
        "R0423",
        "a table has a column that the rules do not declare",
        "The rules list the columns of a table below the line that reads it. A key that is not listed there would never be "
        "looked at: it is misspelt, or its column is not declared yet.",
        "wroth: 3\nworth: 3",
        "worth: 3",
    ),
    CodeEntry(
        "R0424",
        "a row does not fill a column",
        "Each row says something for each declared column. Only what may be none, yes or no, a list, a text or steps can be "
        "left out.",
        "- id: depot\n  sector: fuel",
        "- id: depot\n  sector: fuel\n  worth: 3",
    ),
    CodeEntry(
        "R0425",
        "a cell holds the wrong sort of value",
        "The rules say after the column's name what its cells hold: a whole number (perhaps in a range), yes or no, a shape "
        "drawn with X and dots, and so on.",
        "worth: many",
        "worth: 3",
    ),
    CodeEntry(
        "R0426",
        "a cell names something that does not exist",
        "The column holds members of a kind, and no member has this name.",
        "sector: feul",
        "sector: fuel",
    ),
    CodeEntry(
        "R0427",
        "a cell should hold rules",
        "Rules in a table are a text: on the same line after the colon, or on lines of their own after |. The sign > would "
        "join these lines into one.",
        "rules: >\n  after turn\n    you gains 1 money",
        "rules: |\n  after turn\n    you gains 1 money",
    ),
    CodeEntry(
        "R0428",
        "a blank in a card's text cannot be filled",
        "A value between { and } in the text of a card is filled in when it is printed: a column of the card, a let or an "
        "option, or a calculation with them. What depends on the course of the game cannot be printed.",
        'worth: 3\ntext: "Worth {wroth} coins."',
        'worth: 3\ntext: "Worth {worth} coins."',
    ),
    CodeEntry(
        "R0440",
        "the look speaks of something that the game does not have",
        "look.yaml gives hints for drawing a game: where places lie, colours, short names. It names kinds, their members and "
        "columns, and values of the rules as the rules write them.",
        "colours:\n  setcor: {energy: '#d9741b'}",
        "colours:\n  sector: {energy: '#d9741b'}",
    ),
)
