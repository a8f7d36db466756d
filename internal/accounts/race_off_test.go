//go:build !race

package accounts

// attackDivisor divides the number of calls in simulated attacks that make their calls one
// after another. It is larger under the race detector, which slows these calls down and cannot
// find a race in sequential calls.
const attackDivisor = 1
