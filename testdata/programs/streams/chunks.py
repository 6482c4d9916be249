def split(a, parts):
    n = len(a) // parts
    return [a[i * n : (i + 1) * n] for i in range(parts)]
