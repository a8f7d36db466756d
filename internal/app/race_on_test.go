//go:build race

package app_test

// slowdown is how much longer things may take under the race detector.
const slowdown = 10
