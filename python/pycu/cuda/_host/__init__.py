"""The CPU target: the machine's processor as a device."""
