"""Report about many games: one HTML file that works offline.

In: the rows of a simulation, and the names of everything the game could reach. Out: HTML with charts, and the commands that
replay any of the games. Layer: tools. Charts are made by Altair, an extra.
"""
