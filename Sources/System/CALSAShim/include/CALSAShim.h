#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

/// Keeps ALSA's library from printing to standard error, for the whole process. The handler it
/// calls with its complaints is variadic, which Swift can't define.
void alsa_shim_silence(void);

#endif
