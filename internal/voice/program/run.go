package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"colloquy/internal/voice/speech"
)

// runProgram executes the program with text on its standard input and returns its standard output.
// At the end of ctx or after the time limit, it kills the program and its children. Rule
// voice-programs.
func (p *Program) runProgram(ctx context.Context, arguments []string, text string) ([]byte, error) {
	runCtx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	input := &gatedReader{open: make(chan struct{}), text: strings.NewReader(text)}
	output := &boundedBuffer{maxBytes: maxOutputBytes, onOverflow: cancel}
	c := exec.CommandContext(runCtx, p.path, arguments...)
	c.Dir = "/"
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"}
	c.Stdin, c.Stdout = input, output
	c.WaitDelay = time.Second
	setProcessAttributes(c, p.RunsWithoutNetwork)
	if err := c.Start(); err != nil {
		close(input.open)
		return nil, fmt.Errorf("%w: %w", speech.ErrProviderFailed, err)
	}
	limitErr := limitProcess(c.Process.Pid, p.maxMemory, p.timeout)
	if limitErr != nil {
		cancel()
	}
	close(input.open)
	err := c.Wait()
	_ = killGroup(c) // kills children that still run
	switch {
	case limitErr != nil:
		return nil, speech.ProviderErrorf("the memory of %s cannot be limited: %v", p.name, limitErr)
	case output.hasOverflowed:
		return nil, speech.ProviderErrorf("%s wrote more than %d bytes", p.name, maxOutputBytes)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%w: %w", speech.ErrProviderFailed, ctx.Err())
	case runCtx.Err() != nil:
		return nil, speech.ProviderErrorf("%s ran longer than %v", p.name, p.timeout)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", speech.ErrProviderFailed, p.name, err)
	}
	return output.data.Bytes(), nil
}

// gatedReader is an io.Reader whose Read waits until the channel in the field `open` is closed.
// runProgram closes the channel after it has set the limits of the program. So the program gets no
// text while it has no limits.
type gatedReader struct {
	open chan struct{}
	text io.Reader
}

// Read implements io.Reader.
func (g *gatedReader) Read(p []byte) (int, error) {
	<-g.open
	return g.text.Read(p)
}

var errTooMuchOutput = errors.New("program: too much output")

// boundedBuffer keeps at most maxBytes bytes. A write beyond that fails, sets hasOverflowed and
// calls onOverflow.
type boundedBuffer struct {
	data          bytes.Buffer
	maxBytes      int
	hasOverflowed bool
	onOverflow    func()
}

// Write implements io.Writer.
func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.data.Len()+len(p) > b.maxBytes {
		b.hasOverflowed = true
		b.onOverflow()
		return 0, errTooMuchOutput
	}
	return b.data.Write(p)
}
