"""The version of all that belongs together: CMakeLists.txt and pyproject.toml read this line."""

VERSION = "0.1.0"
