// The heat equation on a plate that is shared out among the processes of MPI:
//
//     mpirun -n 4 plate ROWS COLS STEPS FILE
//
// FILE gets the cells within the plate's border, row by row. The same program runs whichever target
// heat.py was built for; on a GPU the MPI library has to know device memory.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "heat.h"  // pycu writes it from heat.py

namespace {

/// What a process has of one axis of the plate.
struct Share {
    int first, count;
    int before, after;  // the neighbours, or MPI_PROC_NULL
};

Share share_of(MPI_Comm plate, int axis, int cells) {
    int sizes[2], periods[2], place[2];
    MPI_Cart_get(plate, 2, sizes, periods, place);
    const auto begin = [&](std::int64_t part) { return int(part * cells / sizes[axis]); };
    Share share{begin(place[axis]), 0, 0, 0};
    share.count = begin(place[axis] + 1) - share.first;
    MPI_Cart_shift(plate, axis, 1, &share.before, &share.after);
    return share;
}

/// A part of the plate, with the cells around it that belong to neighbours or to the border.
class Part {
  public:
    Part(MPI_Comm plate, int rows, int cols)
        : plate_(plate),
          rows_(share_of(plate, 0, rows)),
          cols_(share_of(plate, 1, cols)),
          launch_({(width() + 63) / 64, (height() + 3) / 4}, {64, 4}),
          u_(heat::make_buffer<double>(std::size_t(height()) * width())),
          next_(heat::make_buffer<double>(u_.size())) {
        MPI_Type_vector(rows_.count, 1, width(), MPI_DOUBLE, &column_);
        MPI_Type_commit(&column_);
        for (auto* const cells : {&u_, &next_}) {
            heat::start(launch_, cells->view(height(), width()), rows_.first, cols_.first);
        }
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { MPI_Type_free(&column_); }

    void step() {
        exchange();
        heat::step(launch_, u_.view(height(), width()), next_.view(height(), width()));
        std::swap(u_, next_);
    }

    /// Writes the cells of all parts into one file.
    void write(const char* path, int rows, int cols) const {
        const int whole[] = {rows, cols}, own[] = {rows_.count, cols_.count};
        const int first[] = {rows_.first, cols_.first}, inner[] = {1, 1};
        const int around[] = {height(), width()};
        MPI_Datatype place, cells;
        MPI_Type_create_subarray(2, whole, own, first, MPI_ORDER_C, MPI_DOUBLE, &place);
        MPI_Type_create_subarray(2, around, own, inner, MPI_ORDER_C, MPI_DOUBLE, &cells);
        MPI_Type_commit(&place);
        MPI_Type_commit(&cells);
        MPI_File file;
        if (MPI_File_open(plate_, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) !=
            MPI_SUCCESS) {
            std::fprintf(stderr, "%s cannot be written\n", path);
            MPI_Abort(plate_, 3);
        }
        MPI_File_set_view(file, 0, MPI_DOUBLE, place, "native", MPI_INFO_NULL);
        MPI_File_write_all(file, u_.data(), 1, cells, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
        MPI_Type_free(&place);
        MPI_Type_free(&cells);
    }

  private:
    int height() const { return rows_.count + 2; }
    int width() const { return cols_.count + 2; }
    double* at(int row, int col) { return u_.data() + std::ptrdiff_t(row) * width() + col; }

    /// Sends the outermost own cells to the neighbours, and takes theirs; there is none beyond the
    /// plate's border, whose cells stay as they are.
    void exchange() {
        const int rows = rows_.count, cols = cols_.count;
        move(at(1, 1), rows_.before, at(rows + 1, 1), rows_.after, cols, MPI_DOUBLE);
        move(at(rows, 1), rows_.after, at(0, 1), rows_.before, cols, MPI_DOUBLE);
        move(at(1, 1), cols_.before, at(1, cols + 1), cols_.after, 1, column_);
        move(at(1, cols), cols_.after, at(1, 0), cols_.before, 1, column_);
    }

    void move(const double* own, int to, double* theirs, int from, int count, MPI_Datatype type) {
        MPI_Sendrecv(own, count, type, to, 0, theirs, count, type, from, 0, plate_,
                     MPI_STATUS_IGNORE);
    }

    MPI_Comm plate_;
    Share rows_, cols_;
    pycu::configuration launch_;
    pycu::buffer<double> u_, next_;
    MPI_Datatype column_{};
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int size = 0, sizes[2] = {0, 0};
    const int periods[2] = {0, 0};
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, sizes);
    const int rows = argc > 4 ? std::atoi(argv[1]) : 0, cols = argc > 4 ? std::atoi(argv[2]) : 0;
    if (rows < sizes[0] || cols < sizes[1]) {
        std::fprintf(stderr, "usage: plate ROWS COLS STEPS FILE, with a cell for each process\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm plate;
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &plate);

    {
        Part part(plate, rows, cols);
        for (int i = 0; i < std::atoi(argv[3]); ++i) {
            part.step();
        }
        part.write(argv[4], rows, cols);
    }
    MPI_Comm_free(&plate);
    MPI_Finalize();
}
