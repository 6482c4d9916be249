/* Children that launch after their parent did, while another of its threads launches. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plate.h"

enum { blocks = 2000, children = 12 };

static atomic_bool stop;

/* The sums of blocks of ones, over all workers; 0 when they are right. */
static int launch(double* x, double* sums) {
    const pycu_dim3 grid = {blocks, 1, 1}, threads = {64, 1, 1};
    const pycu_array_f64_1d all = {x, {64 * blocks}, {8}}, out = {sums, {blocks}, {8}};
    for (int i = 0; i < 64 * blocks; ++i) {
        x[i] = 1;
    }
    if (plate_block_sum(grid, threads, 0, NULL, all, out) != 0) {
        return 1;
    }
    for (int i = 0; i < blocks; ++i) {
        if (sums[i] != 64) {
            return 1;
        }
    }
    return 0;
}

static double x[2][64 * blocks], sums[2][blocks];

static void* keep_launching(void* failures) {
    while (!stop) {
        *(int*)failures += launch(x[1], sums[1]);
    }
    return NULL;
}

int main(void) {
    int failures = launch(x[0], sums[0]), other = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, keep_launching, &other) != 0) {
        return 2;
    }
    for (int i = 0; i < children; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20); /* a child that hangs fails */
            _exit(launch(x[0], sums[0]) + launch(x[0], sums[0]));
        }
        failures += launch(x[0], sums[0]);
        int status = 1;
        failures += waitpid(child, &status, 0) != child || status != 0;
    }
    stop = true;
    pthread_join(thread, NULL);
    printf("%d failures\n", failures + other);
    return failures + other != 0;
}
