// Package upstream makes one streamed HTTP call to a model server. It has the timeouts, the loop
// that reads an answer in any dialect, and the classification of failures. It cancels the call when
// the reader leaves.
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

// maxErrorBodyBytes is how much of the body of an error is read, in bytes.
const maxErrorBodyBytes = 64 << 10

// bodyRestTimeout is how long a call waits for the end of the body after its last event. After a
// complete body the connection can be reused.
const bodyRestTimeout = 50 * time.Millisecond

// NewHTTPClient returns a client for streams: without an overall timeout, with many
// idle connections and without compression, which would delay pieces. Connecting
// takes at most ten seconds.
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

// Endpoint makes calls to one server.
type Endpoint struct {
	client   *http.Client
	timeouts Timeouts
	secret   string
}

// NewEndpoint returns an Endpoint. client may be nil, and its overall timeout is not used. The
// Endpoint follows no redirects, because they would send the key and the conversation to another
// server. secret is the key, which must not appear in error texts.
func NewEndpoint(client *http.Client, timeouts Timeouts, secret string) *Endpoint {
	if client == nil {
		client = NewHTTPClient()
	}
	ownClient := *client
	ownClient.Timeout = 0
	ownClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Endpoint{client: &ownClient, timeouts: timeouts.withDefaults(DefaultTimeouts()), secret: secret}
}

// WithMinFirstPieceTimeout returns a copy of the endpoint whose Timeouts.FirstPieceTimeout is at
// least minTimeout. It is for a server that is loading its model.
func (e *Endpoint) WithMinFirstPieceTimeout(minTimeout time.Duration) *Endpoint {
	endpointCopy := *e
	endpointCopy.timeouts.FirstPieceTimeout = max(minTimeout, e.timeouts.FirstPieceTimeout)
	return &endpointCopy
}

// phase is the progress of an answer.
type phase uint8

const (
	phaseStart phase = iota
	phaseReasoning
	phaseText
	phaseFinishing
)

// Call is one open answer. It must be closed.
type Call struct {
	resp          *http.Response
	parentCtx     context.Context
	ctx           context.Context
	cancel        context.CancelCauseFunc
	watchdog      *watchdog
	timeouts      Timeouts
	phase         phase
	isReadingRest bool
	errorMaker    errorMaker
}

// Open sends r and returns the answer if its status is 2xx. Otherwise it returns a *llm.Error.
// modelReq is the request that r encodes. If an error text of the server quotes modelReq, Open
// replaces the text.
func (e *Endpoint) Open(ctx context.Context, r *http.Request, provider string, modelReq llm.Request) (*Call, error) {
	callCtx, cancel := context.WithCancelCause(ctx)
	c := &Call{
		parentCtx: ctx, ctx: callCtx, cancel: cancel, timeouts: e.timeouts,
		watchdog:   startWatchdog(cancel, e.timeouts),
		errorMaker: errorMaker{provider: provider, secret: e.secret, request: modelReq},
	}
	resp, err := e.client.Do(r.WithContext(callCtx))
	if err != nil {
		defer c.Close()
		return nil, c.Failure(err)
	}
	c.resp = resp
	if resp.StatusCode/100 != 2 {
		defer c.Close()
		body, _ := io.ReadAll(io.LimitReader(c, maxErrorBodyBytes))
		return nil, c.errorMaker.statusError(resp, body)
	}
	if b, ok := r.Body.(*body); ok {
		b.release()
	}
	return c, nil
}

// provider returns the name of the provider in deltas and errors.
func (c *Call) provider() string { return c.errorMaker.provider }

// MediaType returns the answer's content type in lower case, without parameters.
func (c *Call) MediaType() string {
	media, _, _ := mime.ParseMediaType(c.resp.Header.Get("Content-Type"))
	return media
}

// Read reads the body (io.Reader).
func (c *Call) Read(p []byte) (int, error) {
	n, err := c.resp.Body.Read(p)
	if n > 0 && !c.isReadingRest && c.watchdog.countsBytes.Load() {
		c.watchdog.touch()
	}
	return n, err
}

// RecordPiece records that the model has sent a piece. If isText is true, the piece is text,
// otherwise it is reasoning. Rule replies-timeouts.
func (c *Call) RecordPiece(isText bool) {
	switch {
	case c.phase >= phaseText || c.phase == phaseReasoning && !isText:
		c.watchdog.touch()
	case isText:
		c.phase = phaseText
		c.watchdog.setTimeout(c.timeouts.IdleTimeout, false, &errIdleTimeout)
	default:
		c.phase = phaseReasoning
		c.watchdog.setTimeout(c.timeouts.IdleTimeout, true, &errIdleTimeout)
	}
}

// RecordFinish records that the model has finished. Later data, such as the usage, may still
// follow; from now on Timeouts.AfterFinishTimeout is the longest time between two bytes.
func (c *Call) RecordFinish() {
	c.phase = phaseFinishing
	c.watchdog.setTimeout(c.timeouts.AfterFinishTimeout, true, &errOpenAfterFinish)
}

// RecordTextAfterFinish reverts RecordFinish. It is for text after a finish.
func (c *Call) RecordTextAfterFinish() {
	c.phase = phaseText
	c.watchdog.setTimeout(c.timeouts.IdleTimeout, false, &errIdleTimeout)
}

// IsComplete reports whether the answer is complete. It is false if the caller's context or
// Timeouts.TotalTimeout has cut the body. Call it when the body has ended after a finish. Some
// servers send a finish with every piece, so a finish alone proves nothing.
func (c *Call) IsComplete() bool {
	return c.parentCtx.Err() == nil && !errors.Is(context.Cause(c.ctx), errTotalTimeout)
}

// ReadRest reads the short rest of the body after the last event, for at most bodyRestTimeout.
func (c *Call) ReadRest() {
	c.isReadingRest = true
	c.watchdog.setTimeout(bodyRestTimeout, false, &errOpenAfterFinish)
	var rest [512]byte
	for range 8 {
		if _, err := c.resp.Body.Read(rest[:]); err != nil {
			return
		}
	}
}

// Close ends the call, also at the server.
func (c *Call) Close() {
	c.watchdog.stop()
	c.cancel(nil)
	if c.resp != nil {
		c.resp.Body.Close()
	}
}

// Failure turns an error of sending or reading into a *llm.Error. The end of the body
// becomes ErrTruncated: callers call Failure only before the finish of the model.
func (c *Call) Failure(err error) *llm.Error {
	e := &llm.Error{Kind: llm.ErrNetwork, Provider: c.errorMaker.provider, Cause: err}
	switch cause := context.Cause(c.ctx); {
	case c.parentCtx.Err() != nil:
		e.Cause, e.Msg = c.parentCtx.Err(), "cancelled by the caller"
	case cause != nil:
		e.Cause, e.Msg = context.DeadlineExceeded, cause.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Kind, e.Msg = llm.ErrTruncated, "the stream stopped without an end"
	default:
		e.Msg = c.errorMaker.cleanText(errorTextWithoutAddress(err))
		e.IsUnreachable = c.resp == nil && isUnreachable(err)
	}
	if c.resp != nil {
		e.Status = c.resp.StatusCode
	}
	return e
}

// TruncatedAnswerError returns the error of an unreadable answer.
func (c *Call) TruncatedAnswerError(why string) *llm.Error {
	return &llm.Error{Kind: llm.ErrTruncated, Provider: c.errorMaker.provider, Status: c.resp.StatusCode, Msg: why}
}

// WrongAddressError returns the error for an address where no model server answers.
func (c *Call) WrongAddressError() *llm.Error {
	return &llm.Error{
		Kind: llm.ErrAuth, Provider: c.errorMaker.provider, Status: c.resp.StatusCode,
		Msg: fmt.Sprintf("answered with %s: is this a model server's address?", c.MediaType()),
	}
}

// ProblemError parses an error document inside an accepted answer and returns its error.
func (c *Call) ProblemError(raw []byte) *llm.Error { return c.errorMaker.problemError(0, raw) }

// FilteredAnswerError returns the error for an answer that the provider withheld completely.
func (c *Call) FilteredAnswerError() *llm.Error {
	return &llm.Error{
		Kind: llm.ErrFiltered, Provider: c.errorMaker.provider, Status: c.resp.StatusCode,
		Msg: "the answer was withheld by the model's filter",
	}
}

// isUnreachable reports whether err means that no connection was made. The causes are an unknown
// host name, an address where nothing listens, an invalid certificate, or a server without TLS.
// Rule replies-breaker.
func isUnreachable(err error) bool {
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return true
	}
	_, unproved := errors.AsType[*tls.CertificateVerificationError](err)
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	return unproved || noTLS
}

// errorTextWithoutAddress returns the text of err without the address, which may contain
// credentials.
func errorTextWithoutAddress(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err.Error()
	}
	return err.Error()
}
