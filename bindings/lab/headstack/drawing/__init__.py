"""Draws figures and writes pages: the parts that every chart and every page uses.

- `style`: the look of all charts
- `scales`: ticks of axes, and dots with intervals
- `picture`: a figure that a notebook shows
- `plotting`: imports the parts of matplotlib
- `markup`: parts of HTML pages, and their style sheet

Uses the basics. Begin with `style`.
"""
