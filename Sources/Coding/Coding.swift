// Coding
