"""What a finished game would have been worth with other turns. Pure: a log in, judgements out; no store, no clock."""
