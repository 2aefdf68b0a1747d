"""Export: the studio as a folder of static files that runs in a web page without a server."""
