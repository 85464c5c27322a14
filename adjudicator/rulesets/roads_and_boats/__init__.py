"""Roads & Boats: goods, donkeys, rivers and a wonder. An unofficial implementation; the rules are in RULES.md."""
