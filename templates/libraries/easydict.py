"""What a program does with EasyDict, as far as types of kernels' arguments go.

Followed in place of the library by what follows host code. All that is not here is not known.
"""

from easydict_itself import AnyBase, any_value  # not there: nobody knows what they are


def _held(value):
    if isinstance(value, list):
        return [_held(one) for one in value]
    is_plain = not isinstance(value, EasyDict) and isinstance(value, dict)
    return EasyDict(value) if is_plain else value


class EasyDict(AnyBase):
    """A dict whose items are attributes, too."""

    def __init__(self, d=None, **others):
        self.update(d, **others)

    def update(self, d=None, **others):
        if isinstance(d, EasyDict):
            any_value(d)  # which shares what it holds
        for given in [{} if d is None else d, others]:
            for name, value in given.items():
                setattr(self, name, _held(value))

    def __getitem__(self, name):
        return getattr(self, name)

    def __setitem__(self, name, value):
        setattr(self, name, _held(value))
