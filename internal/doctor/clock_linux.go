package doctor

import "syscall"

// unsynchronisedState is the state that adjtimex returns for a clock that no service keeps
// synchronised (TIME_ERROR).
const unsynchronisedState = 5

// kernelClockState reports whether a time service keeps the clock synchronised. known is false if
// the kernel does not say.
func kernelClockState() (known, synchronised bool) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return err == nil, state != unsynchronisedState
}
