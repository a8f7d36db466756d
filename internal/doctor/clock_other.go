//go:build !linux

package doctor

// kernelClock reports that the state of the clock is not known.
func kernelClock() (known, synchronised bool) { return false, false }
