int alsa_shim_placeholder;
