from .charged import Charged
from .system import System
