package httpx

import (
	"context"
	"net"
	"syscall"
)

// readyRoom is what a connection that is writable takes without waiting, in
// bytes: systems call one writable when a third of its buffer is free, and the
// smallest buffer has 16 KiB.
const readyRoom = 4 << 10

// flushCost is what a flush takes of that beside its bytes.
const flushCost = 128

// keepConn lets a stream find the connection that it is written to.
func keepConn(ctx context.Context, c net.Conn) context.Context {
	plain, ok := c.(*net.TCPConn)
	if !ok {
		return ctx
	}
	raw, err := plain.SyscallConn()
	if err != nil {
		return ctx
	}
	return context.WithValue(ctx, connKey, raw)
}

// rawConn is the connection that keepConn kept; nil if there is none.
func rawConn(ctx context.Context) syscall.RawConn {
	raw, _ := ctx.Value(connKey).(syscall.RawConn)
	return raw
}
