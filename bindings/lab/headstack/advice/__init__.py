"""Which scheduler, in which place, at which depth, for somebody's requests.

`question` is what is asked, `configurations` what is tried, `running` runs it in processes,
`ranking` puts it in order and says what is not distinguishable, `study` is what was found, `words`
says it as a person would, `advising` does all of it. Uses `statistics` and all below it. Begin with
`advising.advise`.
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
