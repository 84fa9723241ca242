"""Recommends a scheduler, its place and a queue depth for given requests.

- `question`: the requests, the drive and the choices to try
- `configurations`: the combinations of scheduler, place and depth
- `running`: runs the configurations in parallel processes
- `ranking`: sorts the configurations and finds configurations not distinguishable from the best
- `study`: the results of all runs
- `summary`: puts the recommendation into words
- `linux`: the settings of Linux for a configuration
- `advising`: runs all steps
- `advice_chart`: draws a recommendation
- `advice_page`: writes a recommendation as an HTML page

Uses `statistics` and the parts before `statistics`. Begin with `advising.advise`.
"""

from headstack.advice.advising import Advice, advise
from headstack.advice.configurations import Configuration, configurations
from headstack.advice.question import Question
from headstack.advice.ranking import Ranked, Ranking

__all__ = [
    "Advice",
    "Configuration",
    "Question",
    "Ranked",
    "Ranking",
    "advise",
    "configurations",
]
