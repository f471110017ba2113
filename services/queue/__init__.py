"""The job queue seen from outside: what waits, runs and failed, and figures of what was done."""
