from .advection import Advection
from .diffusion import Diffusion

__all__ = ["Advection", "Diffusion"]
