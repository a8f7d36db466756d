package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"colloquy/bench/api"
	"colloquy/bench/people"
	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// phaseBadge is the value of the flag -only for the badge streams. A badge stream reports how many
// notices are unread.
const phaseBadge = "badge"

const (
	badgeStreamCount      = 5_000
	quickBadgeStreamCount = 500 // with -quick
	streamsPerUser        = 10  // as many as the server allows
	maxStreamKiB          = 40  // aim: the largest memory of a stream
)

// measureBadgeStreams opens many streams on a server in this process. It prints the memory of a
// stream, and the processor time of all streams while no notice is written. The memory includes the
// client's connection, for which the client needs no goroutine.
func measureBadgeStreams(ctx context.Context, o options, out io.Writer) error {
	streamCount := badgeStreamCount
	if o.isQuick {
		streamCount = quickBadgeStreamCount
	}
	dir, err := os.MkdirTemp("", "colloquy-bench-badge-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := startInProcessServer(ctx, storage.Options{DataDir: dir})
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := context.WithCancel(ctx)
	var hub sync.WaitGroup
	hub.Go(func() { s.app.Notices().Run(ctx) })
	defer hub.Wait()
	defer stop()
	tokens, err := s.registerForTokens(ctx, streamCount/streamsPerUser)
	if err != nil {
		return err
	}
	liveBytesBefore, inUseBytesBefore := heapBytesAfterGC()
	conns, err := openBadgeStreams(strings.TrimPrefix(s.httpServer.URL, "http://"), tokens)
	defer closeConnections(conns)
	if err != nil {
		return err
	}
	liveBytesAfter, inUseBytesAfter := heapBytesAfterGC()
	kibPerReader := kibPerStream(liveBytesAfter-liveBytesBefore, len(conns))
	verdict := "held"
	if kibPerReader > maxStreamKiB {
		verdict = "MISSED"
	}
	fmt.Fprintf(out, "\nStreams of unread notices, %d readers: %.1f KiB each, %.1f with the gaps between them   < %d: %s\n",
		len(conns), kibPerReader, kibPerStream(inUseBytesAfter-inUseBytesBefore, len(conns)), maxStreamKiB, verdict)
	return s.printIdleCPU(ctx, out)
}

// printIdleCPU prints the processor time of this process during ten seconds in which streams
// are open and nothing changes.
func (s *inProcessServer) printIdleCPU(ctx context.Context, out io.Writer) error {
	const span = 10 * time.Second
	cpuBefore := proc.OwnCPU()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(span):
	}
	fmt.Fprintf(out, "while nothing changes: %.2f %% of a processor\n", 100*float64(proc.OwnCPU()-cpuBefore)/float64(span))
	return nil
}

// registerForTokens registers and signs in users. It returns a token for each stream, so each
// user's token is in the list streamsPerUser times.
func (s *inProcessServer) registerForTokens(ctx context.Context, users int) ([]string, error) {
	var tokens []string
	for i := range users {
		s.clock.Advance(10 * time.Minute) // so that no rate limit is reached
		in := map[string]any{"name": fmt.Sprint("Reader", i), "email": fmt.Sprintf("reader%d@post.example", i), "password": people.Password}
		if err := api.Call(ctx, http.MethodPost, s.httpServer.URL+"/api/auth/register", "", in, &struct{}{}); err != nil {
			return nil, err
		}
		var login struct{ Token string }
		if err := api.Call(ctx, http.MethodPost, s.httpServer.URL+"/api/auth/login", "", in, &login); err != nil {
			return nil, err
		}
		for range streamsPerUser {
			tokens = append(tokens, login.Token)
		}
	}
	return tokens, nil
}

// openBadgeStreams opens a stream for each token and waits for the first event of each. After an
// error it returns the connections opened so far. All streams share one read buffer, to save memory
// of the clients.
func openBadgeStreams(address string, tokens []string) (conns []net.Conn, err error) {
	in := bufio.NewReader(nil)
	for _, token := range tokens {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return conns, err
		}
		conns = append(conns, c)
		fmt.Fprintf(c, "GET /api/user/notifications/stream HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", address, token)
		for in.Reset(c); ; {
			line, err := in.ReadString('\n')
			if err != nil {
				return conns, errors.Join(errors.New("a stream ended"), err)
			}
			if strings.HasPrefix(line, "data: ") {
				break
			}
		}
	}
	return conns, nil
}

func closeConnections(conns []net.Conn) {
	for _, c := range conns {
		c.Close()
	}
}

// kibPerStream returns bytes divided by a number of streams, in KiB.
func kibPerStream(bytes int64, streams int) float64 { return float64(bytes) / float64(streams) / 1024 }

// heapBytesAfterGC collects garbage and returns two sizes in bytes. live is the memory of objects and
// stacks. inUse also counts the free memory between objects.
func heapBytesAfterGC() (live, inUse int64) {
	for range 3 { // one run of the garbage collector at most halves a stack, so several runs are needed
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse), int64(m.HeapInuse + m.StackInuse)
}
