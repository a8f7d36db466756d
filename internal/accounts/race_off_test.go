//go:build !race

package accounts

// attackDivisor reduces the number of calls in simulated attacks that run sequentially. It is
// larger under the race detector, which is slow and finds no race in sequential calls.
const attackDivisor = 1
