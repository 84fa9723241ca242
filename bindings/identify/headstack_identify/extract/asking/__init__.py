"""Sends commands to a drive and measures their times.

`target` has the interface of a drive under test. `host` sends commands, counts them and checks the
answers. `answers` finds faults in answers and describes requests. `drive_identity` reads the
inquiry data, the mode pages and the defect list. `latency` measures the least response time of a
command. `bus_watch` finds when a command holds the bus. Uses `headstack.session`. Begin with
`target`.
"""
