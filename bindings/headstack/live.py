"""Objects that belong to their process: they neither pickle nor are copied, and say what does."""

from typing import Any, ClassVar


class Live:
    """An object of which there cannot be two, as it is at work in this process.

    Attributes:
        instead: what to do in place of a copy.
    """

    instead: ClassVar[str]

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Raises TypeError, which says what to do: for pickle and copy."""
        raise TypeError(f"a {type(self).__name__} cannot leave its process; {self.instead}")
