"""Speed, measured: ours and a peer in turns, in one run, as ratios. Nothing here is a test."""
