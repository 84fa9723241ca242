"""Measures a drive: model errors, admissible streams, places of requests and seek times.

`validation` compares a model's times with the times of a trace. `validation_plots` draws them.
`admission` decides how many media
streams a drive can serve in time. `place` computes the cylinder, head and angle of each request.
`seek_times` computes the seek time of each distance. Uses `drive` and the parts before `drive`.
Begin with `validation.validate`.
"""
