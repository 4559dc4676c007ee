// Signal
