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

	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// phaseBadge measures only the streams of the number of unread notices.
const phaseBadge = "badge"

const (
	badgeReaders  = 5_000
	quickReaders  = 500
	readersPeople = 10 // streams of one user, the most that are possible
	badgeAim      = 40 // largest memory of a reader, in KiB
)

// badge opens many streams on a server in this process and prints what one costs. The
// clients are bare connections without goroutines, which count too.
func badge(ctx context.Context, o options, out io.Writer) error {
	readers := badgeReaders
	if o.quick {
		readers = quickReaders
	}
	dir, err := os.MkdirTemp("", "colloquy-bench-badge-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := startListServer(ctx, storage.Options{DataDir: dir})
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := context.WithCancel(ctx)
	var hub sync.WaitGroup
	hub.Go(func() { s.app.Notices().Run(ctx) })
	defer hub.Wait()
	defer stop()
	tokens, err := s.manyTokens(ctx, readers/readersPeople)
	if err != nil {
		return err
	}
	live, held := memory()
	conns, err := openReaders(strings.TrimPrefix(s.http.URL, "http://"), tokens)
	defer closeAll(conns)
	if err != nil {
		return err
	}
	liveAfter, heldAfter := memory()
	each := kib(liveAfter-live, len(conns))
	verdict := "held"
	if each > badgeAim {
		verdict = "MISSED"
	}
	fmt.Fprintf(out, "\nStreams of unread notices, %d readers: %.1f KiB each, %.1f with the gaps between them   < %d: %s\n",
		len(conns), each, kib(heldAfter-held, len(conns)), badgeAim, verdict)
	return s.measureIdle(ctx, out)
}

// measureIdle prints the processor time of the process with open streams and no changes.
func (s *listServer) measureIdle(ctx context.Context, out io.Writer) error {
	const span = 10 * time.Second
	begun := proc.OwnCPU()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(span):
	}
	fmt.Fprintf(out, "while nothing changes: %.2f %% of a processor\n", 100*float64(proc.OwnCPU()-begun)/float64(span))
	return nil
}

// manyTokens registers users and returns a token of each, once for each of its streams.
func (s *listServer) manyTokens(ctx context.Context, people int) ([]string, error) {
	var tokens []string
	for i := range people {
		s.clock.Advance(10 * time.Minute) // no limit is reached
		in := map[string]any{"name": fmt.Sprint("Reader", i), "email": fmt.Sprintf("reader%d@post.example", i), "password": password}
		if err := call(ctx, http.MethodPost, s.http.URL+"/api/auth/register", "", in, &struct{}{}); err != nil {
			return nil, err
		}
		var login struct{ Token string }
		if err := call(ctx, http.MethodPost, s.http.URL+"/api/auth/login", "", in, &login); err != nil {
			return nil, err
		}
		for range readersPeople {
			tokens = append(tokens, login.Token)
		}
	}
	return tokens, nil
}

// openReaders opens a stream for each token and waits for its first event. It has one
// buffer for all, so that the memory of the clients is not counted.
func openReaders(address string, tokens []string) (conns []net.Conn, err error) {
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

func closeAll(conns []net.Conn) {
	for _, c := range conns {
		c.Close()
	}
}

// kib divides bytes by a number of streams.
func kib(bytes int64, streams int) float64 { return float64(bytes) / float64(streams) / 1024 }

// memory returns the bytes of live objects and stacks after a collection, and the same
// with the free places between the objects, which later objects can take.
func memory() (live, held int64) {
	for range 3 { // a collection shrinks a stack to half at most
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse), int64(m.HeapInuse + m.StackInuse)
}
