"""What a drive is and does, as figures.

`validation` sets the model's times beside a trace's, `admission` says how many media streams can be
promised their deadlines, `place` has the cylinder and the angle of each request, `seek_times` the
time of each seek. Uses drives and all below them. Begin with `validation.validate`.
"""
