# Twenty-one loops inside each other.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    while a[0] > 1:
        while a[0] > 1:
            while a[0] > 1:
                while a[0] > 1:
                    while a[0] > 1:
                        while a[0] > 1:
                            while a[0] > 1:
                                while a[0] > 1:
                                    while a[0] > 1:
                                        while a[0] > 1:
                                            while a[0] > 1:
                                                while a[0] > 1:
                                                    while a[0] > 1:
                                                        while a[0] > 1:
                                                            while a[0] > 1:
                                                                while a[0] > 1:
                                                                    while a[0] > 1:
                                                                        while a[0] > 1:
                                                                            while a[0] > 1:
                                                                                while a[0] > 1:
                                                                                    while a[0] > 1:
                                                                                        a[0] = 1
