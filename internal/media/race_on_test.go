//go:build race

package media_test

// maxResident has no meaning under the race detector, which multiplies memory.
const maxResident = 2000
