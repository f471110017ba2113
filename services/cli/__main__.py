"""`python -m services.cli` is `acta`."""

from services.cli.app import main

main()
