package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

const (
	// loadPoll is how often a server that refuses while it loads is asked again.
	loadPoll = time.Second
	// stateLimit bounds the question whether a model is loaded.
	stateLimit = time.Second
	// staysLoaded is how long after an answer a model is taken to be loaded
	// without asking. Ollama unloads after five minutes.
	staysLoaded = time.Minute
)

// loading is what a Client knows of whether its model is loaded. llama.cpp
// refuses requests while it loads and says why; Ollama and LM Studio load on
// the first request, which waits, and tell beforehand which models are loaded.
type loading struct {
	root     string       // the server's address without a path; empty for a hosted one
	state    atomic.Int32 // which call tells what is loaded: one of the tells below
	answered atomic.Int64 // Unix milliseconds of the last piece
	began    atomic.Int64 // Unix milliseconds since when the model loads; 0 when it does not
}

// How a server tells which models are loaded.
const (
	tellsUnknown int32 = iota
	tellsPs            // Ollama: GET /api/ps
	tellsState         // LM Studio: GET /api/v0/models
	tellsNothing
)

func newLoading(chat string) *loading {
	u, err := url.Parse(chat)
	if err != nil || !near(u.Hostname()) {
		return &loading{}
	}
	return &loading{root: (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()}
}

// near reports whether a host is on this machine or network, where model
// servers load models on demand.
func near(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal")
}

// spoke notes a piece of the model.
func (l *loading) spoke() {
	l.answered.Store(time.Now().UnixMilli())
	l.began.Store(0)
}

// inProgress reports whether another call has begun to load the model.
func (l *loading) inProgress() bool {
	began := l.began.Load()
	return began != 0 && time.Since(time.UnixMilli(began)) < upstream.LoadTime
}

// cold reports whether the next request will have to wait for the model to
// load. A server that does not tell is taken to be ready.
func (c *Client) cold(ctx context.Context, model string) bool {
	l := c.loading
	switch {
	case l.root == "" || time.Since(time.UnixMilli(l.answered.Load())) < staysLoaded:
		return false
	case l.inProgress():
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, stateLimit)
	defer cancel()
	if !c.unloaded(ctx, model) {
		return false
	}
	l.began.CompareAndSwap(0, time.Now().UnixMilli())
	return true
}

// unloaded asks the server whether the model is not loaded, and learns which
// call answers that.
func (c *Client) unloaded(ctx context.Context, model string) bool {
	l := c.loading
	state := l.state.Load()
	if state == tellsUnknown || state == tellsPs {
		var ps struct {
			Models []struct{ Name, Model string }
		}
		if c.get(ctx, l.root+"/api/ps", &ps) && ps.Models != nil {
			l.state.Store(tellsPs)
			for _, one := range ps.Models {
				if tagged(one.Name) == tagged(model) || tagged(one.Model) == tagged(model) {
					return false
				}
			}
			return true
		}
	}
	if state == tellsUnknown || state == tellsState {
		var list struct {
			Data []struct{ ID, State string }
		}
		if c.get(ctx, l.root+"/api/v0/models", &list) && list.Data != nil {
			l.state.Store(tellsState)
			for _, one := range list.Data {
				if one.ID == model {
					return one.State != "" && one.State != "loaded"
				}
			}
			return false
		}
	}
	if state == tellsUnknown && ctx.Err() == nil {
		l.state.Store(tellsNothing)
	}
	return false
}

// tagged is an Ollama model's name with its tag.
func tagged(model string) string {
	if strings.Contains(model, ":") {
		return model
	}
	return model + ":latest"
}

func (c *Client) get(ctx context.Context, address string, into any) bool {
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	c.authorize(r)
	call, err := c.endpoint.Open(ctx, r, c.cfg.Name, llm.Request{})
	if err != nil {
		return false
	}
	defer call.Close()
	body, err := io.ReadAll(io.LimitReader(call, maxModelList))
	return err == nil && json.Unmarshal(body, into) == nil
}

// openLoaded opens the answer. While the model loads it says so, once, and
// waits for it, up to upstream.LoadTime. ok is false when the reader has left.
func (c *Client) openLoaded(ctx context.Context, req llm.Request, yield upstream.Yield) (call *upstream.Call, label string, ok bool, err error) {
	said := false
	say := func(label string) bool {
		if said {
			return true
		}
		said = true
		return yield(llm.Delta{Provider: label, Waiting: llm.LoadingModel}, nil)
	}
	begun := time.Now()
	for {
		var model string
		model, err = c.resolve(ctx)
		label = c.label(model)
		endpoint := c.endpoint
		if err == nil {
			if c.cold(ctx, model) {
				if !say(label) {
					return nil, label, false, nil
				}
				endpoint = endpoint.WithFirstPiece(upstream.LoadTime)
			}
			call, err = c.open(ctx, endpoint, req, model)
		}
		if !refusedWhileLoading(err) || time.Since(begun) >= upstream.LoadTime {
			return call, label, true, err
		}
		if !say(label) {
			return nil, label, false, nil
		}
		select {
		case <-time.After(loadPoll):
		case <-ctx.Done():
			return nil, label, true, &llm.Error{Kind: llm.ErrNetwork, Provider: label, Msg: "given up by the caller", Cause: ctx.Err()}
		}
	}
}

func refusedWhileLoading(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Loading
}
