package httpx

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// isWritable reports whether a write to a connection would not block.
func isWritable(conn syscall.RawConn) bool {
	isReady := false
	err := conn.Write(func(fd uintptr) bool {
		pollFDs := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		n, err := unix.Poll(pollFDs, 0)
		isReady = err == nil && n == 1 && pollFDs[0].Revents == unix.POLLOUT
		return true // true ends conn.Write; false would wait until the connection is writable
	})
	return err == nil && isReady
}
