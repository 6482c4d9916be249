from .filters import gaussian
