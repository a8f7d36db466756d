package httpx

import (
	"context"
	"net"
	"syscall"
)

// minWritableBytes is how many bytes every writable connection accepts without blocking. A connection
// is writable when a third of its send buffer is free. The smallest buffer has 16 KiB.
const minWritableBytes = 4 << 10

// flushOverheadBytes is the space in the send buffer that a flush takes in addition to its
// data.
const flushOverheadBytes = 128

// contextWithConn returns a context that holds the connection c, for EventWriter.CanFlush. If c
// is not a TCP connection, it returns ctx.
func contextWithConn(ctx context.Context, c net.Conn) context.Context {
	tcpConn, ok := c.(*net.TCPConn)
	if !ok {
		return ctx
	}
	raw, err := tcpConn.SyscallConn()
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
