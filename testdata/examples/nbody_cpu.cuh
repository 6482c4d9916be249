// Gravitation of n bodies, each on each, one tile of bodies at a time.
// Generated from nbody.py by pycu: edit nbody.py and run pycu again.
//
// Kernels of nbody.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(nbody)

PYCU_KERNEL void accelerations(pycu::array<const float, 2, int> position,
                               pycu::array<const float, 1, int> mass,
                               pycu::array<float, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_KEPT(float, x);
    PYCU_KEPT(float, y);
    PYCU_KEPT(float, z);
    PYCU_KEPT(float, ax);
    PYCU_KEPT(float, ay);
    PYCU_KEPT(float, az);
    __shared__ float tile[TILE][4];
    const int n = mass.size();
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);
        PYCU_LOAD(z);
        PYCU_LOAD(ax);
        PYCU_LOAD(ay);
        PYCU_LOAD(az);
        const int t = threadIdx.x;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;

        x = 0.0f;
        y = 0.0f;
        z = 0.0f;
        if (i < n) {
            x = position(i, 0);
            y = position(i, 1);
            z = position(i, 2);
        }

        ax = 0.0f;
        ay = 0.0f;
        az = 0.0f;
        PYCU_SAVE(x);
        PYCU_SAVE(y);
        PYCU_SAVE(z);
        PYCU_SAVE(ax);
        PYCU_SAVE(ay);
        PYCU_SAVE(az);
    }
    for (int first = 0; first < n; first += TILE) {
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            const int t = threadIdx.x;
            const int j = first + t;
            if (j < n) {
                for (int c = 0; c < 3; ++c) {
                    tile[t][c] = position(j, c);
                }
                tile[t][3] = mass[j];
            }
        }

        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            PYCU_LOAD(x);
            PYCU_LOAD(y);
            PYCU_LOAD(z);
            PYCU_LOAD(ax);
            PYCU_LOAD(ay);
            PYCU_LOAD(az);

            for (int other = 0; other < min(TILE, n - first); ++other) {
                const auto [fx, fy, fz] = attraction(x, y, z, tile[other][0], tile[other][1],
                                                     tile[other][2], tile[other][3]);
                ax += fx;
                ay += fy;
                az += fz;
            }
            PYCU_SAVE(ax);
            PYCU_SAVE(ay);
            PYCU_SAVE(az);
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(ax);
        PYCU_LOAD(ay);
        PYCU_LOAD(az);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;

        if (i < n) {
            out(i, 0) = ax;
            out(i, 1) = ay;
            out(i, 2) = az;
        }
    }
}

PYCU_KERNEL void move(pycu::array<float, 2, int> position, pycu::array<float, 2, int> velocity,
                      pycu::array<const float, 2, int> acceleration, float dt)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int c = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_ROW_IF(i < position.shape[0]);
        PYCU_SPAN(c, y);
        PYCU_BELOW(3);
        PYCU_ALONG_APART() {
            PYCU_AT(c, y);
            velocity(i, c) += acceleration(i, c) * dt;
            position(i, c) += velocity(i, c) * dt;
        }
    }
}

PYCU_REGIONS_END(nbody)

PYCU_WIDE_REGIONS(nbody)

PYCU_KERNEL void accelerations(pycu::array<const float, 2> position,
                               pycu::array<const float, 1> mass, pycu::array<float, 2> out)
{
    PYCU_BLOCK;
    PYCU_KEPT(float, x);
    PYCU_KEPT(float, y);
    PYCU_KEPT(float, z);
    PYCU_KEPT(float, ax);
    PYCU_KEPT(float, ay);
    PYCU_KEPT(float, az);
    __shared__ float tile[TILE][4];
    const int64_t n = mass.size();
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);
        PYCU_LOAD(z);
        PYCU_LOAD(ax);
        PYCU_LOAD(ay);
        PYCU_LOAD(az);
        const int t = threadIdx.x;
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;

        x = 0.0f;
        y = 0.0f;
        z = 0.0f;
        if (i < n) {
            x = position(i, 0);
            y = position(i, 1);
            z = position(i, 2);
        }

        ax = 0.0f;
        ay = 0.0f;
        az = 0.0f;
        PYCU_SAVE(x);
        PYCU_SAVE(y);
        PYCU_SAVE(z);
        PYCU_SAVE(ax);
        PYCU_SAVE(ay);
        PYCU_SAVE(az);
    }
    for (int64_t first = 0; first < n; first += TILE) {
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            const int t = threadIdx.x;
            const int64_t j = first + t;
            if (j < n) {
                for (int64_t c = 0; c < 3; ++c) {
                    tile[t][c] = position(j, c);
                }
                tile[t][3] = mass[j];
            }
        }

        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            PYCU_LOAD(x);
            PYCU_LOAD(y);
            PYCU_LOAD(z);
            PYCU_LOAD(ax);
            PYCU_LOAD(ay);
            PYCU_LOAD(az);

            for (int64_t other = 0; other < min(int64_t(TILE), n - first); ++other) {
                const auto [fx, fy, fz] = attraction(x, y, z, tile[other][0], tile[other][1],
                                                     tile[other][2], tile[other][3]);
                ax += fx;
                ay += fy;
                az += fz;
            }
            PYCU_SAVE(ax);
            PYCU_SAVE(ay);
            PYCU_SAVE(az);
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(ax);
        PYCU_LOAD(ay);
        PYCU_LOAD(az);
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;

        if (i < n) {
            out(i, 0) = ax;
            out(i, 1) = ay;
            out(i, 2) = az;
        }
    }
}

PYCU_REGIONS_END(nbody)
