//go:build !race

package accounts

// attackDivisor divides the number of calls in simulated attacks that make one call after
// another. It is larger under the race detector, which slows these calls and can find no
// race in them.
const attackDivisor = 1
