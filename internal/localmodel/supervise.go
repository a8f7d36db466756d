package localmodel

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"colloquy/internal/obs"
)

const (
	firstRestartPause = time.Second      // pause before an ended server is started again
	maxRestartPause   = time.Minute      // longest pause; the pause doubles at each end of a server
	pauseResetTime    = 10 * time.Minute // a run of this length resets the pause to firstRestartPause
	// defaultPollInterval is the interval at which the installation is read (rule operations-model).
	defaultPollInterval = 3 * time.Second
	stopTimeout         = 5 * time.Second // time from the interrupt of a server to its kill
	// maxServerMemoryBytes is the most memory, in bytes, that the server may allocate for contexts and
	// buffers. The file of the model does not count.
	maxServerMemoryBytes = 4 << 30
	// maxLoggedLines is how many of the last lines of a failed server are logged.
	maxLoggedLines = 12
)

// Supervisor runs the installed server while the service runs. It starts the server again when
// it ends, and notices a new or removed installation within PollInterval. Rule
// operations-model.
type Supervisor struct {
	PollInterval time.Duration // 0 means three seconds

	dir  string
	addr string
	log  *slog.Logger
}

// NewSupervisor returns a supervisor of a folder. It chooses a free port of the loopback
// address for the server.
func NewSupervisor(dir string, log *slog.Logger) (*Supervisor, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return &Supervisor{dir: dir, addr: l.Addr().String(), log: log}, nil
}

// URL returns the address of the server, which answers once it has loaded the model.
func (s *Supervisor) URL() string { return "http://" + s.addr }

// Run runs the installed server until ctx ends.
func (s *Supervisor) Run(ctx context.Context) {
	pause, isErrorLogged := firstRestartPause, false
	for ctx.Err() == nil {
		in, err := ReadInstallation(s.dir)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !isErrorLogged {
				isErrorLogged = true
				s.log.ErrorContext(ctx, "the installed model cannot be used; install it again as the user of the service", "error", err.Error())
			}
			sleep(ctx, cmp.Or(s.PollInterval, defaultPollInterval))
			continue
		}
		isErrorLogged = false
		startTime := time.Now()
		lastLines, err := s.runOnce(ctx, in)
		if now, gone := ReadInstallation(s.dir); ctx.Err() != nil || gone != nil || now != in {
			pause = firstRestartPause
			continue
		}
		if time.Since(startTime) >= pauseResetTime {
			pause = firstRestartPause
		}
		s.log.ErrorContext(ctx, "the local model server has ended and is started again", "error", fmt.Sprint(err), "pause", pause.String(), "last_lines", strings.Join(lastLines, "\n"))
		s.logFailureFileError(ctx, recordFailure(s.dir, err))
		sleep(ctx, pause)
		pause = min(2*pause, maxRestartPause)
	}
}

// logFailureFileError logs that failureFile, from which doctor reads, could not be written or deleted.
func (s *Supervisor) logFailureFileError(ctx context.Context, err error) {
	if err != nil {
		s.log.WarnContext(ctx, "the state of the local model server cannot be stored for doctor", "error", err.Error())
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// runOnce runs the server until it ends or the installation changes. It returns the last
// lines of a server that failed while it started.
func (s *Supervisor) runOnce(ctx context.Context, in Installation) (lastLines []string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := s.serverCommand(ctx, in)
	output := &startOutput{onListening: func() { s.logFailureFileError(ctx, clearFailure(s.dir)) }}
	cmd.Stderr = output // `output` accepts any amount of text, so the server never blocks when it prints
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := limitMemory(cmd.Process.Pid); err != nil {
		s.log.WarnContext(ctx, "the memory of the local model server is not limited", "error", err.Error())
	}
	obs.Go(ctx, s.log, "watch of the installed model", func() {
		for ctx.Err() == nil {
			sleep(ctx, cmp.Or(s.PollInterval, defaultPollInterval))
			if now, err := ReadInstallation(s.dir); err != nil || now != in {
				cancel()
			}
		}
	})
	err = cmd.Wait()
	return output.lastLines(), err
}

// serverCommand returns the command of the server. The server answers two requests at
// once, each with the whole context.
func (s *Supervisor) serverCommand(ctx context.Context, in Installation) *exec.Cmd {
	const talks = 2
	host, port, _ := net.SplitHostPort(s.addr)
	program := filepath.Join(s.dir, in.ProgramPath)
	cmd := exec.CommandContext(ctx, program,
		"--model", filepath.Join(s.dir, in.ModelPath), "--alias", in.Model, "--host", host, "--port", port,
		"--ctx-size", strconv.Itoa(talks*in.ContextTokens), "--parallel", strconv.Itoa(talks), "--no-webui")
	// The server's libraries are in the folder of its program. The server does not inherit the
	// environment of this process, which contains secrets.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "LD_LIBRARY_PATH=" + filepath.Dir(program)}
	cmd.Dir = s.dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopTimeout
	bindToParent(cmd)
	return cmd
}

// startOutput keeps the last lines that a server prints while it starts. It keeps nothing
// once the server listens, because later lines may contain words of users.
type startOutput struct {
	onListening func() // is called once, when the server listens
	mu          sync.Mutex
	text        []byte
	isListening bool
}

// maxStartOutputBytes is the most text that startOutput keeps, in bytes.
const maxStartOutputBytes = 8 << 10

// Write implements io.Writer and never fails.
func (l *startOutput) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isListening {
		l.text = append(l.text, p...)
		if l.isListening = bytes.Contains(l.text, []byte("server is listening")); l.isListening {
			l.text = nil
			l.onListening()
		}
		l.text = l.text[max(0, len(l.text)-maxStartOutputBytes):]
	}
	return len(p), nil
}

// lastLines returns the last kept lines, at most maxLoggedLines.
func (l *startOutput) lastLines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(l.text)), "\n")
	return lines[max(0, len(lines)-maxLoggedLines):]
}
