"""Fits a drive file to a trace with measured times, from a rough description.

First `phase/` finds the layout and the rotation. Then a search fits the other numbers and policies.

- `fitting`: runs all steps on the whole trace and on each half
- `phase/`: finds think convention, cuts, period of rotation and layout from media accesses
- `described`: takes the better of two layouts, the description's and the recording's own
- `searched_part`: the requests of a recording on which the search runs
- `host_noise`: the noise of the host that recorded the trace
- `table`: lists the keys and policies that the search may change
- `free_parameters`: the numbers that the search may change, with their ranges
- `terms`: conditional times, as numbers of the search
- `start`: prepares a description for the search
- `replays`: replays the trace on variants of a drive
- `revolution_errors`: finds errors of whole revolutions
- `problem`: measures the effect of each number and computes the best change of all numbers
- `descent`: makes a step of the search along the best change, without numbers at a cliff
- `evolution`: searches near a drive by an evolution strategy
- `policies`: tries the other choices of each policy
- `shifting_rules`: tries rules that shift the times of most requests, with several steps each
- `rule_pairs`: tries choices of two policies at once
- `settling`: fits write settling times that are parts of a revolution
- `situations`: finds the conditions that hold for each request, by replays
- `splitting`: divides the requests of a class by conditions and seek distance
- `more_bends`: bends of the seek curve instead of conditional times with distances
- `smooth_curve`: a seek curve without the scatter of its description
- `adding_terms`: adds conditional times as long as the fit improves
- `line_moves`: moves single numbers and parts of the seek curve, by replays
- `spare_cylinders`: finds cylinders at the ends of zones that hold no blocks
- `balance`: shifts command times until as many requests just miss as just catch their sector
- `spreads`: takes the likeliest spread of positioning times
- `search_state`: the state of a search
- `found`: the result of a search
- `search`: runs the steps of a search in order
- `finer_curve`: makes the seek curve finer with all reads of a recording
- `block_shifts`: shifts the blocks of a zone by a sector, at the same angles
- `small_changes`: tries small changes of skews, blocks and rules of a drive by a replay each
- `dips`: makes the seek curve monotone, unless the trace insists on a dip
- `last_step`: takes the small changes that pay in the drive of a search
- `unexplained`: finds groups of requests that no rule explains
- `time_limit`: the time that is left for a search
- `writing`: writes the drive file and the report

Uses `headstack.measure`, `residuals` and `crossvalidation`. Begin with `fitting.fit`.
"""
