"""What a drive file leaves unexplained of a trace.

`residuals` has the difference of each request between model and drive, `residual_tables` groups the
differences, `residual_chart` draws them, `reading_ahead` says how long a read-ahead had ended.
Uses `headstack.measure`. Begin with `residuals.residuals`.
"""
