//go:build race

package accounts

// sequentialAttackDivisor reduces the number of calls in simulated attacks that run sequentially. It is
// larger under the race detector, which is slow and finds no race in sequential calls.
const sequentialAttackDivisor = 10
