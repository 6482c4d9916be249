from dataclasses import dataclass


@dataclass
class WaveParams:
    nx: int = 256
    c: float = 1.0
    dx: float = 0.01
    dt: float = 0.005

    @property
    def courant(self):
        return self.c * self.dt / self.dx
