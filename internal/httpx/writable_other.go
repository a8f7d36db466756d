//go:build !unix

package httpx

import "syscall"

// writable cannot be known here.
func writable(syscall.RawConn) bool { return false }
