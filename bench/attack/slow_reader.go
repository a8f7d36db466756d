package main

import (
	"context"
	"net"
	"strings"
	"time"
)

const (
	pipelinedRequests = 20 // requests on one connection
	maxBytesPerRead   = 64 // largest number of bytes of one read
	readInterval      = 2 * time.Second
)

// readSlowly requests a long answer many times on one connection. It reads the answers in small
// steps until the server closes the connection or ctx ends.
func readSlowly(ctx context.Context, addr string) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	defer c.Close()
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10) // small, so that the server's writes block sooner
	}
	request := "GET /api/characters HTTP/1.1\r\nHost: " + addr + "\r\n\r\n"
	if _, err := c.Write([]byte(strings.Repeat(request, pipelinedRequests))); err != nil {
		return
	}
	tick := time.NewTicker(readInterval)
	defer tick.Stop()
	buffer := make([]byte, maxBytesPerRead)
	for {
		if _, err := c.Read(buffer); err != nil {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
