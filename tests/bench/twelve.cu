// The kernels of testdata/run/twelve.py as a CUDA programmer writes them: int indices, raw pointers,
// one extent for what has one size. The algorithms, blocks, guards and precision are the same.
constexpr int TILE = 16;
constexpr int BLOCK = 256;

extern "C" {

__global__ void saxpy(float a, const float* __restrict__ x, float* __restrict__ y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}

__global__ void jacobi(const float* __restrict__ a, float* __restrict__ out, int rows, int cols)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= 1 && i < rows - 1 && j >= 1 && j < cols - 1) {
        const int at = i * cols + j;
        out[at] = 0.25f * (a[at - cols] + a[at + cols] + a[at - 1] + a[at + 1]);
    }
}

__global__ void stencil7(const float* __restrict__ a, float* __restrict__ out, int planes, int rows,
                         int cols, float centre, float side)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (j < 1 || j >= rows - 1 || k < 1 || k >= cols - 1) {
        return;
    }
    const int plane = rows * cols;
    for (int i = 1; i < planes - 1; ++i) {
        const int at = i * plane + j * cols + k;
        float around = a[at - plane] + a[at + plane] + a[at - cols] + a[at + cols];
        around += a[at - 1] + a[at + 1];
        out[at] = centre * a[at] + side * around;
    }
}

__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, int rows, int cols, int inner)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        float total = 0.0f;
        for (int m = 0; m < inner; ++m) {
            total += a[row * inner + m] * b[m * cols + col];
        }
        c[row * cols + col] = total;
    }
}

__global__ void tiled_matmul(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ c, int n)
{
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int col = blockIdx.x * blockDim.x + tx;
    const int row = blockIdx.y * blockDim.y + ty;
    float total = 0.0f;
    for (int step = 0; step < (n + TILE - 1) / TILE; ++step) {
        left[ty][tx] = 0.0f;
        right[ty][tx] = 0.0f;
        if (row < n && step * TILE + tx < n) {
            left[ty][tx] = a[row * n + step * TILE + tx];
        }
        if (col < n && step * TILE + ty < n) {
            right[ty][tx] = b[(step * TILE + ty) * n + col];
        }
        __syncthreads();
        for (int m = 0; m < TILE; ++m) {
            total += left[ty][m] * right[m][tx];
        }
        __syncthreads();
    }
    if (row < n && col < n) {
        c[row * n + col] = total;
    }
}

__global__ void transpose(const float* __restrict__ a, float* __restrict__ out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    if (y < rows && x < cols) {
        tile[ty][tx] = a[y * cols + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + tx;
    y = blockIdx.x * TILE + ty;
    if (y < cols && x < rows) {
        out[y * rows + x] = tile[tx][ty];
    }
}

__global__ void reduce(const float* __restrict__ a, float* __restrict__ out, int n)
{
    __shared__ float partial[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) {
            partial[t] += partial[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

__global__ void histogram(const int* __restrict__ values, int* __restrict__ counts, int n)
{
    const int start = blockIdx.x * blockDim.x + threadIdx.x;
    const int stride = gridDim.x * blockDim.x;
    for (int i = start; i < n; i += stride) {
        atomicAdd(&counts[values[i]], 1);
    }
}

__global__ void pairdist(const float* __restrict__ points, float* __restrict__ out, int n, int dims)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        float total = 0.0f;
        for (int d = 0; d < dims; ++d) {
            const float diff = points[i * dims + d] - points[j * dims + d];
            total += diff * diff;
        }
        out[i * n + j] = total;
    }
}

__global__ void nbody(const float* __restrict__ position, const float* __restrict__ mass,
                      float* __restrict__ force, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const float x = position[3 * i], y = position[3 * i + 1], z = position[3 * i + 2];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int j = 0; j < n; ++j) {
        const float dx = position[3 * j] - x;
        const float dy = position[3 * j + 1] - y;
        const float dz = position[3 * j + 2] - z;
        const float square = dx * dx + dy * dy + dz * dz + 0.01f;
        const float weight = mass[j] / (square * square);
        fx += weight * dx;
        fy += weight * dy;
        fz += weight * dz;
    }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
}

__global__ void mandelbrot(int* __restrict__ out, int rows, int cols, float left, float top,
                           float step, int limit)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols) {
        const float re = left + j * step;
        const float im = top + i * step;
        float x = 0.0f, y = 0.0f;
        int count = 0;
        while (count < limit && x * x + y * y < 4.0f) {
            const float next = x * x - y * y + re;
            y = 2.0f * x * y + im;
            x = next;
            ++count;
        }
        out[i * cols + j] = count;
    }
}

__global__ void divmod2(const float* __restrict__ x, float* __restrict__ out, int n, int w)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = x[i / w] + x[i % w];
    }
}

}  // extern "C"
