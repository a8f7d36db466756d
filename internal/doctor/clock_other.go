//go:build !linux

package doctor

// kernelClockState reports that the state of the clock is not known.
func kernelClockState() (known, synchronised bool) { return false, false }
