package doctor

import "syscall"

// clockUnsynchronised is the state that adjtimex returns for a clock that no service keeps
// synchronised (TIME_ERROR).
const clockUnsynchronised = 5

// kernelClock reports whether a time service keeps the clock synchronised. known is false if
// the kernel does not say.
func kernelClock() (known, synchronised bool) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return err == nil, state != clockUnsynchronised
}
