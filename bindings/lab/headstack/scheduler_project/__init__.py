"""Projects for a scheduler of the user's own: a skeleton that works, with its test.

The folders beside this file have the texts, with NAME for the scheduler's name.

- `writing`: writes a project

Begin with `writing.create`.
"""

from headstack.scheduler_project.writing import LANGUAGES, Language, create

__all__ = ["LANGUAGES", "Language", "create"]
