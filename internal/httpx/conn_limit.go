package httpx

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"colloquy/internal/core"
)

// ConnLimit bounds the number of open connections of each network.
type ConnLimit struct {
	// MaxConnsPerNetwork is the largest number of connections of an IPv4 address or an IPv6 /64. A /56 may
	// have twice as many, a /48 four times as many. 0 means no bound.
	MaxConnsPerNetwork int
	// ExemptNetworks are networks without a bound, such as trusted proxies. Loopback
	// addresses have no bound either.
	ExemptNetworks []netip.Prefix
	// OnRefused is called with the network of each refused connection. It may be nil.
	OnRefused func(ctx context.Context, network string)
}

func (c ConnLimit) exempts(addr netip.Addr) bool {
	if addr.IsLoopback() {
		return true
	}
	for _, p := range c.ExemptNetworks {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// limitedListener accepts connections within a ConnLimit and bounds the time of their
// writes.
type limitedListener struct {
	net.Listener
	ctx          context.Context
	limit        ConnLimit
	flushTimeout time.Duration // timeout of each write
	log          *slog.Logger

	mu        sync.Mutex
	openConns map[string]int // connections by network tier
}

// Accept returns the next connection within the limit, and resets connections beyond it. The HTTP
// server retries after an error without logging, so Accept logs errors such as a lack of file
// descriptors.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			if l.ctx.Err() == nil && !errors.Is(err, net.ErrClosed) {
				l.log.ErrorContext(l.ctx, "cannot accept connections", "error", err.Error())
			}
			return nil, err
		}
		network, bounded := l.networkOf(c)
		if bounded && !l.countConn(network) {
			if l.limit.OnRefused != nil {
				l.limit.OnRefused(l.ctx, network.String())
			}
			closeWithoutLinger(c)
			continue
		}
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBufferBytes) // after an error the system's default remains
		}
		servedConn := &timedConn{Conn: c, flushTimeout: l.flushTimeout, release: func() {}}
		if bounded {
			servedConn.release = sync.OnceFunc(func() { l.uncountConn(network) })
		}
		return servedConn, nil
	}
}

// networkOf returns the network of a connection, and whether the limit applies to the
// connection.
func (l *limitedListener) networkOf(c net.Conn) (core.Network, bool) {
	peerAddr, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil || l.limit.MaxConnsPerNetwork <= 0 {
		return core.Network{}, false
	}
	addr := peerAddr.Addr().Unmap()
	return core.NetworkOf(addr.String()), !l.limit.exempts(addr)
}

// countConn counts a connection in every tier of its network. It reports false, and
// counts nothing, if a tier is full.
func (l *limitedListener) countConn(n core.Network) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit := l.limit.MaxConnsPerNetwork
	for _, tier := range n.Tiers() {
		if l.openConns[tier] >= limit {
			return false
		}
		limit *= 2
	}
	for _, tier := range n.Tiers() {
		l.openConns[tier]++
	}
	return true
}

// uncountConn undoes countConn.
func (l *limitedListener) uncountConn(n core.Network) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, tier := range n.Tiers() {
		if l.openConns[tier]--; l.openConns[tier] <= 0 {
			delete(l.openConns, tier)
		}
	}
}

const (
	// sendBufferBytes is the size of the send buffer of each connection in bytes. It bounds
	// the memory that a client uses if it does not read.
	sendBufferBytes = 256 << 10
	// writeSliceBytes is the most bytes that timedConn.Write writes under one deadline.
	writeSliceBytes = 32 << 10
)

// closeWithoutLinger closes a connection and drops unsent data.
func closeWithoutLinger(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // otherwise the system keeps unsent data for a while
	}
	_ = c.Close() // the connection is refused anyway
}

// timedConn is a connection with a deadline for every write, so that a slow reader
// cannot block a handler. Streams set deadlines of their own.
type timedConn struct {
	net.Conn
	flushTimeout      time.Duration // timeout of each write
	deadline          atomic.Int64  // deadline of writes in Unix nanoseconds; 0 if none is set
	hasMissedDeadline atomic.Bool   // whether a write has exceeded its deadline
	release           func()        // removes the connection from the limit
}

// Write sends p in slices, each within the flush timeout.
func (c *timedConn) Write(p []byte) (n int, err error) {
	for {
		c.extendDeadline()
		sentBytes, err := c.Conn.Write(p[n:min(n+writeSliceBytes, len(p))])
		n += sentBytes
		if errors.Is(err, os.ErrDeadlineExceeded) {
			c.hasMissedDeadline.Store(true)
		}
		if err != nil || n >= len(p) {
			return n, err
		}
	}
}

// extendDeadline sets a new write deadline, unless the current deadline was set a moment ago. The
// moment is the shorter of maxDeadlineAge and a twentieth of flushTimeout. Setting the deadline for
// every small write would cost as much as the write.
func (c *timedConn) extendDeadline() {
	now := time.Now()
	timeLeft := time.Duration(c.deadline.Load() - now.UnixNano())
	if timeLeft < c.flushTimeout-min(maxDeadlineAge, c.flushTimeout/20) {
		_ = c.SetWriteDeadline(now.Add(c.flushTimeout)) // a closed connection fails at the write
	}
}

// SetWriteDeadline sets the deadline of writes. The next Write may set a later one.
func (c *timedConn) SetWriteDeadline(t time.Time) error {
	c.deadline.Store(unixNano(t))
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets the deadline of reads and writes.
func (c *timedConn) SetDeadline(t time.Time) error {
	c.deadline.Store(unixNano(t))
	return c.Conn.SetDeadline(t)
}

func unixNano(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// CloseWrite closes the sending side. net/http calls it after a response to a client
// that is still sending its request.
func (c *timedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and removes it from the limit. After a write that has exceeded its
// deadline, Close drops unsent data. Otherwise the system would keep the data for a while.
func (c *timedConn) Close() error {
	defer c.release()
	if c.hasMissedDeadline.Load() {
		if tcp, ok := c.Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // otherwise the system keeps unsent data for a while
		}
	}
	return c.Conn.Close()
}
