from .core import Histogram, histogram
