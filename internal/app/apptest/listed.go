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

// answers collects which statuses each call of the table answered, from the
// log of requests, and passes everything else on.
type answers struct {
	slog.Handler
	seen *sync.Map // of "POST /auth/login 401"
}

// Enabled lets the lines of requests come, which are at level debug.
func (a answers) Enabled(context.Context, slog.Level) bool { return true }

// Handle collects a request and passes the line on where the log wants it.
func (a answers) Handle(ctx context.Context, r slog.Record) error {
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
		a.seen.Store(strings.Join([]string{method, route, status}, " "), true)
	}
	if !a.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return a.Handler.Handle(ctx, r)
}

// WithAttrs keeps collecting.
func (a answers) WithAttrs(attrs []slog.Attr) slog.Handler {
	return answers{a.Handler.WithAttrs(attrs), a.seen}
}

// WithGroup keeps collecting.
func (a answers) WithGroup(name string) slog.Handler {
	return answers{a.Handler.WithGroup(name), a.seen}
}

// description is the part of the OpenAPI document that lists statuses.
type description struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct{}
	}
}

var (
	describeOnce sync.Once
	described    description
)

// checkListed fails the test for each status that a call answered and that the
// OpenAPI document does not list for it.
func checkListed(t testing.TB, a *app.App, seen *sync.Map) {
	t.Helper()
	describeOnce.Do(func() {
		var b bytes.Buffer
		if err := a.WriteOpenAPI(&b); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), &described); err != nil {
			t.Fatal(err)
		}
	})
	var unlisted []string
	seen.Range(func(key, _ any) bool {
		parts := strings.Split(fmt.Sprint(key), " ")
		method, route, status := parts[0], parts[1], parts[2]
		if n, err := strconv.Atoi(status); err != nil || n == 0 {
			return true // the connection was cut before a status
		}
		op, known := described.Paths[route][strings.ToLower(method)]
		if _, listed := op.Responses[status]; known && !listed {
			unlisted = append(unlisted, fmt.Sprint(key))
		}
		return true
	})
	slices.Sort(unlisted)
	if len(unlisted) > 0 {
		t.Errorf("the OpenAPI document does not list these answers (see statuses.go): %q", unlisted)
	}
}
