def halves(a):
    n = a.shape[1] // 2
    return a[:, :n], a[:, n:]
