"""Charts and pages.

`chart` draws runs, `trace_chart` a trace, `advice_chart` and `advice_page` a recommendation,
`flame_graph` a profile of the firmware. `page` makes tables in Markdown. `style` has the look of
all charts, `plotting` the parts of matplotlib. Uses `advice` and all below it. Begin with `chart`.
"""
