"""The rules of the games and the kernel they share: pure, without I/O, clock or global randomness."""
