package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
)

// statusRecorder is a slog.Handler that records the statuses of calls from the log lines of
// requests. It passes the lines on to another handler.
type statusRecorder struct {
	slog.Handler
	answeredStatuses *sync.Map // keys such as "POST /auth/login 401"
}

// Enabled returns true, because the lines of requests have level debug.
func (a statusRecorder) Enabled(context.Context, slog.Level) bool { return true }

// Handle records the status of a request, and passes the line on if its level is enabled.
func (a statusRecorder) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "request" {
		var method, route, status string
		r.Attrs(func(attr slog.Attr) bool {
			switch attr.Key {
			case "method":
				method = attr.Value.String()
			case "route":
				route = attr.Value.String()
			case "status":
				status = attr.Value.String()
			}
			return true
		})
		a.answeredStatuses.Store(strings.Join([]string{method, route, status}, " "), true)
	}
	if !a.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return a.Handler.Handle(ctx, r)
}

// WithAttrs returns a statusRecorder with the attributes.
func (a statusRecorder) WithAttrs(attrs []slog.Attr) slog.Handler {
	return statusRecorder{a.Handler.WithAttrs(attrs), a.answeredStatuses}
}

// WithGroup returns a statusRecorder with the group.
func (a statusRecorder) WithGroup(name string) slog.Handler {
	return statusRecorder{a.Handler.WithGroup(name), a.answeredStatuses}
}

// openAPIStatuses is the part of the OpenAPI document that has the statuses of calls.
type openAPIStatuses struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct{}
	}
}

var (
	readOpenAPIOnce sync.Once
	listedStatuses  openAPIStatuses
)

// checkStatusesAreListed fails the test if calls answered with statuses that the OpenAPI
// document does not list for them.
func checkStatusesAreListed(t testing.TB, a *app.App, answeredStatuses *sync.Map) {
	t.Helper()
	readOpenAPIOnce.Do(func() {
		var b bytes.Buffer
		if err := a.WriteOpenAPI(&b); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), &listedStatuses); err != nil {
			t.Fatal(err)
		}
	})
	var unlistedStatuses []string
	answeredStatuses.Range(func(key, _ any) bool {
		keyParts := strings.Split(fmt.Sprint(key), " ")
		method, route, status := keyParts[0], keyParts[1], keyParts[2]
		if n, err := strconv.Atoi(status); err != nil || n == 0 {
			return true // the connection was closed before a status was sent
		}
		op, known := listedStatuses.Paths[route][strings.ToLower(method)]
		if _, listed := op.Responses[status]; known && !listed {
			unlistedStatuses = append(unlistedStatuses, fmt.Sprint(key))
		}
		return true
	})
	slices.Sort(unlistedStatuses)
	if len(unlistedStatuses) > 0 {
		t.Errorf("the OpenAPI document does not list these answers (see statuses.go): %q", unlistedStatuses)
	}
}
