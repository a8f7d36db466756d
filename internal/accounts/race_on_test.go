//go:build race

package accounts

// slowdown is how much longer things may take under the race detector.
const slowdown = 10
