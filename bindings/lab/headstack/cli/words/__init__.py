"""What several commands have the same words for: options, the drive, and the workload.

Begin with `described`.
"""
