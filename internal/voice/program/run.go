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

// run executes the program with text on its standard input and returns its standard output.
// The program and its children end with ctx, or after the time limit.
func (p *Program) run(ctx context.Context, arguments []string, text string) ([]byte, error) {
	inner, cancel := context.WithTimeout(ctx, p.time)
	defer cancel()
	input := &gate{open: make(chan struct{}), text: strings.NewReader(text)}
	output := &bounded{most: maxSound, full: cancel}
	c := exec.CommandContext(inner, p.path, arguments...)
	c.Dir = "/"
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"}
	c.Stdin, c.Stdout = input, output
	c.WaitDelay = time.Second
	prepare(c, p.Isolated)
	if err := c.Start(); err != nil {
		close(input.open)
		return nil, fmt.Errorf("%w: %w", speech.ErrBroken, err)
	}
	limited := limit(c.Process.Pid, p.memory, p.time)
	if limited != nil {
		cancel()
	}
	close(input.open)
	err := c.Wait()
	_ = killGroup(c) // children that the program has left behind
	switch {
	case limited != nil:
		return nil, speech.Broken("the memory of %s cannot be limited: %v", p.name, limited)
	case output.cut:
		return nil, speech.Broken("%s wrote more than %d bytes", p.name, maxSound)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%w: %w", speech.ErrBroken, ctx.Err())
	case inner.Err() != nil:
		return nil, speech.Broken("%s ran longer than %v", p.name, p.time)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", speech.ErrBroken, p.name, err)
	}
	return output.data.Bytes(), nil
}

// gate is a reader that waits until it is open, so that the program has its limits before
// it reads the text.
type gate struct {
	open chan struct{}
	text io.Reader
}

// Read implements io.Reader.
func (g *gate) Read(p []byte) (int, error) {
	<-g.open
	return g.text.Read(p)
}

var errFull = errors.New("program: too much output")

// bounded keeps at most so many bytes, and calls full when there are more.
type bounded struct {
	data bytes.Buffer
	most int
	cut  bool
	full func()
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.data.Len()+len(p) > b.most {
		b.cut = true
		b.full()
		return 0, errFull
	}
	return b.data.Write(p)
}
