// AudioDevice
