//go:build !race

package accounts

// slowdown divides the calls of simulated attacks that are made one after another: the
// race detector makes them slow and has nothing to find in them.
const slowdown = 1
