// ../heat.cu with what stands beside it.
#include "../heat.cu"

#include "heat_launch.cuh"
