"""What goes wrong apart from wrong arguments, which are TypeError and ValueError as in Numba."""


class ManifestError(Exception):
    """A manifest or its library is missing or is not what pycu writes."""


class LaunchError(RuntimeError):
    """A kernel was not launched or failed; `code` is what its wrapper returned."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
