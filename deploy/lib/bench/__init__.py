"""Provisions a cluster, measures on it, brings the results home and takes it down: the command deploy/bench."""
