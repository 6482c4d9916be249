import test_lib

for name in dir(test_lib):
    if name.startswith("test_"):
        getattr(test_lib, name)()
