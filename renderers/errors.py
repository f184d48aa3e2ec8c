"""Errors: the error that an invalid scene, comparison or chart raises."""


class SceneError(ValueError):
    """A scene, comparison or chart is invalid and cannot be drawn.

    Attributes:
        faults: All its faults, one sentence each.
    """

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__(" ".join(faults))
