"""What tests share: scenarios, strategies, process harness and the toy game."""
