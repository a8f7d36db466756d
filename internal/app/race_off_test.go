//go:build !race

package app_test

// slowdown is the factor by which the race detector slows tests down.
const slowdown = 1
