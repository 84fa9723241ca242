"""What several commands have the same words for: the drive, and the workload.

Begin with `described`.
"""
