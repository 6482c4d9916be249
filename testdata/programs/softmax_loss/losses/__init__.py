from .forward import softmax_cross_entropy

__all__ = ["softmax_cross_entropy"]
