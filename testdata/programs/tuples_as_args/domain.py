class Domain:
    def __init__(self, shape, extent):
        self.shape = shape
        self.extent = extent

    @property
    def spacing(self):
        return tuple(e / n for e, n in zip(self.extent, self.shape))
