"""Objects that belong to their process and cannot be copied."""

from typing import Any, ClassVar


class Live:
    """An object that cannot be pickled or copied, because it holds a running part of this process.

    Attributes:
        instead: advice for messages on an alternative to a copy.
    """

    instead: ClassVar[str]

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Raises TypeError with `instead`, for pickle and copy."""
        raise TypeError(f"a {type(self).__name__} cannot leave its process; {self.instead}")
