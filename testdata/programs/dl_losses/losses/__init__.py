from .regression import Huber, L1, MSE
from .base import Loss
