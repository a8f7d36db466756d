// Package upstream makes one streamed HTTP call to a model server. It holds the
// limits on silence, cancellation when the reader leaves, the loop that reads an
// answer in any dialect, and the meaning of failures.
package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"time"

	"colloquy/internal/llm"
)

// maxErrorBody is how much of an error's body is read.
const maxErrorBody = 64 << 10

// drainLimit is how long a call waits after its last event for the server to
// end the body, so that the connection can serve the next call.
const drainLimit = 50 * time.Millisecond

// NewHTTPClient returns a client made for streams: no overall time limit, many
// kept connections, no compression that would hold pieces back. A connection
// must stand within ten seconds.
func NewHTTPClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Client{Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialer.DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ForceAttemptHTTP2:     true,
		HTTP2:                 &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second},
		MaxIdleConnsPerHost:   1024,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
		DisableCompression:    true,
	}}
}

// Endpoint is where calls go and whose name their failures carry.
type Endpoint struct {
	client *http.Client
	limits Limits
	secret string
}

// NewEndpoint makes an Endpoint. client may be nil; its overall time limit is
// not used and redirects are not followed, since they would carry the key and
// the talk elsewhere. secret is the key that must not appear in error texts.
func NewEndpoint(client *http.Client, limits Limits, secret string) *Endpoint {
	if client == nil {
		client = NewHTTPClient()
	}
	own := *client
	own.Timeout = 0
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Endpoint{client: &own, limits: limits.or(DefaultLimits()), secret: secret}
}

// Patient returns the endpoint with another limit for the first piece, for a
// server that is known to be loading its model.
func (e *Endpoint) Patient(first time.Duration) *Endpoint {
	other := *e
	other.limits.FirstPiece = max(first, e.limits.FirstPiece)
	return &other
}

// phase is what a call's model has shown so far.
type phase uint8

const (
	nothing phase = iota
	reasoning
	speaking
	finishing
)

// Call is one answer being read. It must be closed.
type Call struct {
	resp     *http.Response
	parent   context.Context
	ctx      context.Context
	cancel   context.CancelCauseFunc
	dog      *watchdog
	limits   Limits
	phase    phase
	draining bool
	blame    blame
}

// Open sends r and returns the answer once its headers say that it was
// accepted. Every other outcome is a *llm.Error. asked is what the call is
// about: error texts that quote from it are withheld.
func (e *Endpoint) Open(ctx context.Context, r *http.Request, provider string, asked llm.Request) (*Call, error) {
	inner, cancel := context.WithCancelCause(ctx)
	c := &Call{
		parent: ctx, ctx: inner, cancel: cancel, limits: e.limits,
		dog:   watch(cancel, e.limits),
		blame: blame{provider: provider, secret: e.secret, asked: asked},
	}
	resp, err := e.client.Do(r.WithContext(inner))
	if err != nil {
		defer c.Close()
		return nil, c.Failure(err)
	}
	c.resp = resp
	if resp.StatusCode/100 != 2 {
		defer c.Close()
		body, _ := io.ReadAll(io.LimitReader(c, maxErrorBody))
		return nil, c.blame.answer(resp, body)
	}
	if b, ok := r.Body.(*body); ok {
		b.release()
	}
	return c, nil
}

// provider is the name that deltas and errors carry.
func (c *Call) provider() string { return c.blame.provider }

// MediaType is the answer's content type in lower case, without parameters.
func (c *Call) MediaType() string {
	media, _, _ := mime.ParseMediaType(c.resp.Header.Get("Content-Type"))
	return media
}

// Read reads the body.
func (c *Call) Read(p []byte) (int, error) {
	n, err := c.resp.Body.Read(p)
	if n > 0 && !c.draining && c.dog.bytes.Load() {
		c.dog.touch()
	}
	return n, err
}

// Piece notes that the model has shown a piece, of its text or of its
// reasoning. Every client calls it for every piece.
func (c *Call) Piece(text bool) {
	switch {
	case c.phase >= speaking || c.phase == reasoning && !text:
		c.dog.touch()
	case text:
		c.phase = speaking
		c.dog.allow(c.limits.Idle, false, &errIdle)
	default:
		c.phase = reasoning
		c.dog.allow(c.limits.Idle, true, &errIdle)
	}
}

// Finishing tells that the model has said it ended: what may still come, such
// as the usage, must come soon.
func (c *Call) Finishing() {
	c.phase = finishing
	c.dog.allow(c.limits.Grace, true, &errGrace)
}

// Resumed takes Finishing back: more text came after it.
func (c *Call) Resumed() {
	c.phase = speaking
	c.dog.allow(c.limits.Idle, false, &errIdle)
}

// Ended reports whether an answer whose model has said that it ended is complete
// when reading stops: not when the caller gave up or the whole took too long,
// since some servers say it with every piece.
func (c *Call) Ended() bool {
	return c.parent.Err() == nil && !errors.Is(context.Cause(c.ctx), errTotal)
}

// Drain reads what is left after the last event, for a moment and no further.
func (c *Call) Drain() {
	c.draining = true
	c.dog.allow(drainLimit, false, &errGrace)
	var rest [512]byte
	for range 8 {
		if _, err := c.resp.Body.Read(rest[:]); err != nil {
			return
		}
	}
}

// Close ends the call, at the server too when it still goes on.
func (c *Call) Close() {
	c.dog.stop()
	c.cancel(nil)
	if c.resp != nil {
		c.resp.Body.Close()
	}
}

// Failure turns an error of sending or reading into a *llm.Error. The end of
// the body is ErrTruncated here: callers ask only while the model has not ended.
func (c *Call) Failure(err error) *llm.Error {
	e := &llm.Error{Kind: llm.ErrNetwork, Provider: c.blame.provider, Cause: err}
	switch cause := context.Cause(c.ctx); {
	case c.parent.Err() != nil:
		e.Cause, e.Msg = c.parent.Err(), "given up by the caller"
	case cause != nil:
		e.Cause, e.Msg = context.DeadlineExceeded, cause.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Kind, e.Msg = llm.ErrTruncated, "the stream stopped without an end"
	default:
		e.Msg = c.blame.clean(networkText(err))
		e.Unreachable = c.resp == nil && unreachable(err)
	}
	if c.resp != nil {
		e.Status = c.resp.StatusCode
	}
	return e
}

// Truncated is the failure of an answer that makes no sense.
func (c *Call) Truncated(why string) *llm.Error {
	return &llm.Error{Kind: llm.ErrTruncated, Provider: c.blame.provider, Status: c.resp.StatusCode, Msg: why}
}

// Misdirected is the failure of an address at which no model server answers.
func (c *Call) Misdirected() *llm.Error {
	return &llm.Error{
		Kind: llm.ErrAuth, Provider: c.blame.provider, Status: c.resp.StatusCode,
		Msg: fmt.Sprintf("answered with %s: is this a model server's address?", c.MediaType()),
	}
}

// Problem reads an error that the server sent inside an accepted answer.
func (c *Call) Problem(raw []byte) *llm.Error { return c.blame.problem(0, raw) }

// Filtered is the failure of an answer that the model's side withheld whole.
func (c *Call) Filtered() *llm.Error {
	return &llm.Error{
		Kind: llm.ErrFiltered, Provider: c.blame.provider, Status: c.resp.StatusCode,
		Msg: "the answer was withheld by the model's filter",
	}
}

// unreachable reports whether no connection could be made: the name is unknown,
// nothing listens, or the server cannot prove who it is.
func unreachable(err error) bool {
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return true
	}
	_, unproved := errors.AsType[*tls.CertificateVerificationError](err)
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	return unproved || noTLS
}

// networkText is err without the address, which may hold credentials.
func networkText(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err.Error()
	}
	return err.Error()
}
