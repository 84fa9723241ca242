"""The differences between a model's response times and the measured response times of a trace.

`residuals` computes the difference of each request. `residual_tables` groups the differences.
`residual_chart` draws the groups. `reading_ahead` computes when the last read-ahead of the drive
ended. Uses `headstack.measure`. Begin with `residuals.residuals`.
"""
