"""What plate.cpp does, from Python with mpi4py; both write the same bytes.

mpirun -n 4 python3 plate.py LIBRARY_FOLDER ROWS COLS STEPS FILE
"""

import sys

import numpy as np
import pycu
from mpi4py import MPI


def share_of(cells: int, parts: int, part: int) -> tuple[int, int]:
    """What a process has of one axis of the plate: the first cell, and how many."""
    first, end = part * cells // parts, (part + 1) * cells // parts
    return first, end - first


class Part:
    """A part of the plate, with the cells around it that belong to neighbours or to the border."""

    def __init__(self, heat: pycu.Module, plate: MPI.Cartcomm, rows: int, cols: int) -> None:
        self.plate = plate
        sizes, _, place = plate.Get_topo()
        self.first_row, self.rows = share_of(rows, sizes[0], place[0])
        self.first_col, self.cols = share_of(cols, sizes[1], place[1])
        self.u, self.next = np.empty((2, self.rows + 2, self.cols + 2))
        x, y = heat.BLOCK
        grid = (self.cols + 2 + x - 1) // x, (self.rows + 2 + y - 1) // y
        self._step = heat.step[grid, heat.BLOCK]
        for cells in (self.u, self.next):
            heat.start[grid, heat.BLOCK](cells, self.first_row, self.first_col)

    def step(self) -> None:
        """One step of all parts."""
        self._exchange()
        self._step(self.u, self.next)
        self.u, self.next = self.next, self.u

    def _exchange(self) -> None:
        """Sends the outermost own cells to the neighbours, and takes theirs; there is none beyond
        the plate's border, whose cells stay as they are."""
        u = self.u
        above, below = self.plate.Shift(0, 1)
        left, right = self.plate.Shift(1, 1)
        self._move(u[1], above, u[-1], below)
        self._move(u[-2], below, u[0], above)
        self._move(u[:, 1], left, u[:, -1], right)
        self._move(u[:, -2], right, u[:, 0], left)

    def _move(self, own: np.ndarray, to: int, theirs: np.ndarray, source: int) -> None:
        taken = theirs[1:-1].copy()
        self.plate.Sendrecv(np.ascontiguousarray(own[1:-1]), to, 0, taken, source, 0)
        theirs[1:-1] = taken

    def write(self, path: str, rows: int, cols: int) -> None:
        """Writes the cells of all parts into one file."""
        place = MPI.DOUBLE.Create_subarray(
            (rows, cols), (self.rows, self.cols), (self.first_row, self.first_col)
        ).Commit()
        file = MPI.File.Open(self.plate, path, MPI.MODE_CREATE | MPI.MODE_WRONLY)
        file.Set_view(0, MPI.DOUBLE, place)
        file.Write_all(np.ascontiguousarray(self.u[1:-1, 1:-1]))
        file.Close()
        place.Free()


def main() -> None:
    folder, (rows, cols, steps), path = sys.argv[1], map(int, sys.argv[2:5]), sys.argv[5]
    sizes = MPI.Compute_dims(MPI.COMM_WORLD.size, 2)
    plate = MPI.COMM_WORLD.Create_cart(sizes)
    part = Part(pycu.load(folder), plate, rows, cols)
    for _ in range(steps):
        part.step()
    part.write(path, rows, cols)
    plate.Free()


if __name__ == "__main__":
    main()
