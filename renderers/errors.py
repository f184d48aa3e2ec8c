"""Errors: what can be wrong with a scene that is to be drawn."""


class SceneError(ValueError):
    """A scene that cannot be drawn.

    Attributes:
        faults: Everything that is wrong with it, one sentence each.
    """

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__(" ".join(faults))
