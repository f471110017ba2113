"""What a round consists of, one module a phase. A module offers the options of its choices and a function for each."""
