// HandShake
