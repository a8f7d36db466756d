package httpx

import (
	"context"
	"net"
	"syscall"
)

// minFreeBytes is how many bytes a writable connection accepts at least without blocking. A
// connection is writable when a third of its send buffer is free, and the smallest
// buffer has 16 KiB.
const minFreeBytes = 4 << 10

// flushBytes is the overhead of a flush in the send buffer, in bytes.
const flushBytes = 128

// contextWithConn stores the connection in the context, for EventWriter.Ready.
func contextWithConn(ctx context.Context, c net.Conn) context.Context {
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

// rawConn returns the connection that contextWithConn stored, or nil.
func rawConn(ctx context.Context) syscall.RawConn {
	raw, _ := ctx.Value(connKey).(syscall.RawConn)
	return raw
}
