"""Experiments: many runs, what the papers claim of them, and how they are shown.

`codesign`, `realtime` and `share` compare over `axes` and give rows, `claims` judges a paper's
words, `page` makes the tables of docs/, `chart` and its like draw in the project's `style`, by
what `plotting` has of matplotlib, `advice_page` is a recommendation as HTML. Uses `advice` and all
below it. Begin with `realtime.compare`.
"""
