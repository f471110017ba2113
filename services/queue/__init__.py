"""The job queue: what is put into it, what waits, runs and failed there, and figures of what was done."""
