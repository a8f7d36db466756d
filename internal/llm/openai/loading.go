package openai

import (
	"context"
	"errors"
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
	// loadPollInterval is the interval of retries while a server refuses requests because it
	// loads the model.
	loadPollInterval = time.Second
	// stateTimeout is the timeout of the request that asks whether a model is loaded.
	stateTimeout = time.Second
	// loadedAssumptionLifetime is how long after an answer a model counts as loaded without asking
	// the server. Ollama unloads a model after five minutes.
	loadedAssumptionLifetime = time.Minute
)

// loadState records whether a Client's model is loaded. llama.cpp refuses requests during a load
// and names the load as the reason. Ollama and LM Studio start a load with the first request, which
// waits; both can list the loaded models.
type loadState struct {
	rootURL       string       // the server's URL without a path; empty for a hosted server
	listCallKind  atomic.Int32 // which call lists loaded models: one of the constants below
	answeredAt    atomic.Int64 // time of the first piece of the latest answer, in Unix milliseconds
	loadStartedAt atomic.Int64 // start of the running load, in Unix milliseconds; 0 for none
}

// The values of loadState.listCallKind: which call lists the loaded models of the server.
const (
	loadedListUnknown  int32 = iota
	loadedListOllama         // Ollama: GET /api/ps
	loadedListLMStudio       // LM Studio: GET /api/v0/models
	loadedListNone
)

func newLoadState(chatURL string) *loadState {
	u, err := url.Parse(chatURL)
	if err != nil || !isLocal(u.Hostname()) {
		return &loadState{}
	}
	return &loadState{rootURL: (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()}
}

// isLocal reports whether a host is on this machine or network. Model servers there
// load models on demand. Rules replies-timeouts, prompt-sampling.
func isLocal(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal")
}

// recordAnswer records that the model has sent a piece, so the model is loaded.
func (l *loadState) recordAnswer() {
	l.answeredAt.Store(time.Now().UnixMilli())
	l.loadStartedAt.Store(0)
}

// inProgress reports whether a call is loading the model.
func (l *loadState) inProgress() bool {
	startedAt := l.loadStartedAt.Load()
	return startedAt != 0 && time.Since(time.UnixMilli(startedAt)) < upstream.MaxLoadTime
}

// needsLoad reports whether the next request has to wait for the model to load. A
// server that does not list loaded models counts as ready.
func (c *Client) needsLoad(ctx context.Context, model string) bool {
	l := c.loading
	switch {
	case l.rootURL == "" || time.Since(time.UnixMilli(l.answeredAt.Load())) < loadedAssumptionLifetime:
		return false
	case l.inProgress():
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, stateTimeout)
	defer cancel()
	if !c.isUnloaded(ctx, model) {
		return false
	}
	l.loadStartedAt.CompareAndSwap(0, time.Now().UnixMilli())
	return true
}

// isUnloaded asks the server whether the model is not loaded. At the first call it finds
// out which request lists loaded models.
func (c *Client) isUnloaded(ctx context.Context, model string) bool {
	l := c.loading
	listCallKind := l.listCallKind.Load()
	if listCallKind == loadedListUnknown || listCallKind == loadedListOllama {
		var ps struct {
			Models []struct{ Name, Model string }
		}
		if c.fetchJSON(ctx, http.MethodGet, "/api/ps", nil, &ps) && ps.Models != nil {
			l.listCallKind.Store(loadedListOllama)
			for _, loaded := range ps.Models {
				if withDefaultTag(loaded.Name) == withDefaultTag(model) || withDefaultTag(loaded.Model) == withDefaultTag(model) {
					return false
				}
			}
			return true
		}
	}
	if listCallKind == loadedListUnknown || listCallKind == loadedListLMStudio {
		var list struct {
			Data []struct{ ID, State string }
		}
		if c.fetchJSON(ctx, http.MethodGet, "/api/v0/models", nil, &list) && list.Data != nil {
			l.listCallKind.Store(loadedListLMStudio)
			for _, listed := range list.Data {
				if listed.ID == model {
					return listed.State != "" && listed.State != "loaded"
				}
			}
			return false
		}
	}
	if listCallKind == loadedListUnknown && ctx.Err() == nil {
		l.listCallKind.Store(loadedListNone)
	}
	return false
}

// withDefaultTag returns the name of an Ollama model with its tag, by default "latest".
func withDefaultTag(model string) string {
	if strings.Contains(model, ":") {
		return model
	}
	return model + ":latest"
}

// openWhenLoaded sends the request. It returns the open answer and the name of the provider. While
// the model loads, it yields one Delta with a WaitReason and waits for at most upstream.MaxLoadTime.
// ok is false if the reader left the loop.
func (c *Client) openWhenLoaded(ctx context.Context, req llm.Request, yield upstream.Yield) (call *upstream.Call, label string, ok bool, err error) {
	isLoadingAnnounced := false
	announceLoading := func(label string) bool {
		if isLoadingAnnounced {
			return true
		}
		isLoadingAnnounced = true
		return yield(llm.Delta{Provider: label, WaitReason: llm.LoadingModel}, nil)
	}
	startTime := time.Now()
	for {
		var model string
		model, err = c.resolveModel(ctx)
		label = c.nameWithModel(model)
		endpoint := c.endpoint
		if err == nil {
			if c.needsLoad(ctx, model) {
				if !announceLoading(label) {
					return nil, label, false, nil
				}
				endpoint = endpoint.WithMinFirstPieceTimeout(upstream.MaxLoadTime)
			}
			call, err = c.openCall(ctx, endpoint, req, model)
		}
		if !isLoadingRefusal(err) || time.Since(startTime) >= upstream.MaxLoadTime {
			return call, label, true, err
		}
		if !announceLoading(label) {
			return nil, label, false, nil
		}
		select {
		case <-time.After(loadPollInterval):
		case <-ctx.Done():
			return nil, label, true, &llm.Error{Kind: llm.ErrNetwork, Provider: label, Msg: "cancelled by the caller", Cause: ctx.Err()}
		}
	}
}

func isLoadingRefusal(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.IsLoadingModel
}
