"""What the production phase is made of, one kind of production a module; `phases/production.py` plays it."""
