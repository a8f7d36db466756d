package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"colloquy/bench/people"
)

// readerGoroutineCount is the number of goroutines that open the readers.
const readerGoroutineCount = 16

// openIdleReaders opens a stream of unread notices for each user and waits for its first event. It returns
// the open connections. After an error some of them may be nil.
func openIdleReaders(ctx context.Context, addr string, list []people.Person) ([]net.Conn, error) {
	conns, errs := make([]net.Conn, len(list)), make([]error, readerGoroutineCount)
	var wg sync.WaitGroup
	for goroutineIndex := range readerGoroutineCount {
		wg.Go(func() {
			in := bufio.NewReader(nil) // one buffer for all streams of this goroutine, to save memory
			for i := goroutineIndex; i < len(list) && ctx.Err() == nil && errs[goroutineIndex] == nil; i += readerGoroutineCount {
				conns[i], errs[goroutineIndex] = openReader(addr, list[i].Token, in)
			}
		})
	}
	wg.Wait()
	return conns, errors.Join(append(errs, ctx.Err())...)
}

func openReader(addr, token string, in *bufio.Reader) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(c, "GET /api/user/notifications/stream HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", addr, token)
	for in.Reset(c); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			c.Close()
			return nil, fmt.Errorf("a reader ended before its first event: %w", err)
		}
		if strings.HasPrefix(line, "HTTP/") && !strings.Contains(line, " 200 ") {
			c.Close()
			return nil, fmt.Errorf("a reader was refused: %s", strings.TrimSpace(line))
		}
		if strings.HasPrefix(line, "data: ") {
			return c, nil
		}
	}
}

// countEndedReaders returns how many of the connections the server has closed. It reads what has arrived
// on each.
func countEndedReaders(conns []net.Conn) int {
	var counts [readerGoroutineCount]int
	var wg sync.WaitGroup
	for goroutineIndex := range readerGoroutineCount {
		wg.Go(func() {
			buf := make([]byte, 4096)
			for i := goroutineIndex; i < len(conns); i += readerGoroutineCount {
				if hasEnded(conns[i], buf) {
					counts[goroutineIndex]++
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

// hasEnded reads from a connection until nothing is left, and reports whether it was closed.
func hasEnded(c net.Conn, buf []byte) bool {
	if c.SetReadDeadline(time.Now().Add(time.Millisecond)) != nil {
		return true
	}
	for {
		if _, err := c.Read(buf); err != nil {
			return !errors.Is(err, os.ErrDeadlineExceeded)
		}
	}
}

func closeAll(conns []net.Conn) {
	for _, c := range conns {
		if c != nil {
			c.Close()
		}
	}
}
