package httpx

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// writable asks the system whether a connection takes data at once.
func writable(conn syscall.RawConn) bool {
	ready := false
	err := conn.Write(func(fd uintptr) bool {
		asked := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		n, err := unix.Poll(asked, 0)
		ready = err == nil && n == 1 && asked[0].Revents == unix.POLLOUT
		return true // whatever it is: do not wait
	})
	return err == nil && ready
}
