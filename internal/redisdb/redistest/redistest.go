// Package redistest starts Redis servers for tests. Tests may stop, pause and empty them.
package redistest

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// startTimeout is how long a server may take to start on a busy machine.
const startTimeout = 30 * time.Second

var errNoRedis = errors.New("redistest: Redis is not installed: apt-get install redis-server (make test does it as root or with sudo)")

// Server is a Redis server on a loopback port, which keeps its data in memory only. The
// kernel kills it when the test process ends.
type Server struct {
	port   int
	cmd    *exec.Cmd
	exited chan struct{} // closed when the program has ended
}

var sharedServer = sync.OnceValues(func() (*Server, error) {
	s := &Server{}
	return s, s.start()
})

var prefixCount atomic.Int64

// SharedServer returns the address of a server that all tests of this process share. It also
// returns a prefix for the keys of one test.
func SharedServer(t testing.TB) (url, prefix string) {
	t.Helper()
	s, err := sharedServer()
	if err != nil {
		t.Fatal(err)
	}
	return s.URL(), "t" + strconv.FormatInt(prefixCount.Add(1), 10) + ":"
}

// Start starts a server and kills it when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

// URL is the address for redisdb.Open.
func (s *Server) URL() string { return "redis://127.0.0.1:" + strconv.Itoa(s.port) }

// Kill ends the server with SIGKILL; its data is lost.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	<-s.exited
}

// Restart starts a killed server again, at the same port and without data.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// Pause stops the server's program: connections stay open, and nothing is answered.
func (s *Server) Pause() { _ = s.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends Pause.
func (s *Server) Resume() { _ = s.cmd.Process.Signal(syscall.SIGCONT) }

// Flush removes all keys.
func (s *Server) Flush(t testing.TB) {
	t.Helper()
	if err := s.do(func(ctx context.Context, c *redis.Client) error { return c.FlushAll(ctx).Err() }); err != nil {
		t.Fatal(err)
	}
}

// Keys returns the names of all keys.
func (s *Server) Keys(t testing.TB) (keys []string) {
	t.Helper()
	err := s.do(func(ctx context.Context, c *redis.Client) (err error) {
		keys, err = c.Keys(ctx, "*").Result()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// PersistentKeys returns the keys that do not expire.
func (s *Server) PersistentKeys(t testing.TB) (persistentKeys []string) {
	t.Helper()
	for _, key := range s.Keys(t) {
		err := s.do(func(ctx context.Context, c *redis.Client) error {
			left, err := c.PTTL(ctx, key).Result()
			if left == -1 { // PTTL returns -1 for a key that does not expire
				persistentKeys = append(persistentKeys, key)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return persistentKeys
}

func (s *Server) do(fn func(ctx context.Context, c *redis.Client) error) error {
	c := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + strconv.Itoa(s.port), MaxRetries: -1})
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	return errors.Join(fn(ctx, c), c.Close())
}

func (s *Server) start() error {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return errNoRedis
	}
	if s.port == 0 {
		if s.port, err = freePort(); err != nil {
			return err
		}
	}
	s.cmd = exec.Command(program, "--port", strconv.Itoa(s.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", os.TempDir())
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	s.exited = make(chan struct{})
	go run(s.cmd, started, s.exited)
	if err := <-started; err != nil {
		return err
	}
	return s.awaitReady()
}

// run starts cmd and waits for its end. The kernel sends Pdeathsig when the thread that
// started cmd ends, so the goroutine keeps its thread.
func run(cmd *exec.Cmd, started chan<- error, exited chan<- struct{}) {
	runtime.LockOSThread()
	defer close(exited)
	err := cmd.Start()
	started <- err
	if err == nil {
		_ = cmd.Wait()
	}
}

func (s *Server) awaitReady() error {
	deadline := time.Now().Add(startTimeout)
	for {
		err := s.do(func(ctx context.Context, c *redis.Client) error { return c.Ping(ctx).Err() })
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
