//go:build race

package app_test

// raceSlowdown is the factor by which the race detector slows tests down.
const raceSlowdown = 10
