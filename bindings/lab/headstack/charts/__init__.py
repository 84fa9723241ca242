"""Draws charts and writes pages.

- `chart`: draws runs and errors of a model
- `pivot_chart`: draws a pivot table of a sweep
- `trace_chart`: draws a trace
- `order_chart`: draws the way of the arm over a queue
- `flame_graph`: draws a profile of the firmware
- `flame_page`: writes a profile as an HTML page to search and enlarge
- `watch_page`: writes a page that animates a run
- `watch_data`: the data of this page, from the columns of a result
- `standalone`: makes an HTML file of a template, its script and its data
- `page`: writes tables in Markdown into pages of docs/

Uses `advice` and the parts before `advice`. Begin with `chart`.
"""
