package obs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// logLine returns the one JSON line that fn logs.
func logLine(t *testing.T, fn func(l *slog.Logger)) map[string]any {
	t.Helper()
	var buf bytes.Buffer
	fn(obs.NewLogger(&buf, "json", "debug"))
	var line map[string]any
	if err := json.Unmarshal(buf.Bytes(), &line); err != nil {
		t.Fatalf("%v in %q", err, buf.String())
	}
	return line
}

func TestLogLinesHaveRequestIDAndUserHash(t *testing.T) {
	ctx := obs.WithUser(obs.WithRequestID(t.Context(), "req-1"), "user-canary")
	line := logLine(t, func(l *slog.Logger) { l.With("room", "chat").InfoContext(ctx, "sent", "n", 3) })
	if line["request_id"] != "req-1" || line["room"] != "chat" || line["n"] != 3.0 || line["msg"] != "sent" {
		t.Errorf("line %v", line)
	}
	user, _ := line["user"].(string)
	if len(user) != 12 || strings.Contains(user, "canary") {
		t.Errorf("user = %q, want a short hash", user)
	}
	secondLine := logLine(t, func(l *slog.Logger) { l.InfoContext(obs.WithUser(t.Context(), "user-canary"), "other") })
	if secondLine["user"] != user {
		t.Error("one user has two hashes")
	}
}

func TestLinesWithoutContextHaveNoIDs(t *testing.T) {
	line := logLine(t, func(l *slog.Logger) { l.Info("started") })
	if len(line) != 3 {
		t.Errorf("line %v, want time, level and msg", line)
	}
	if obs.RequestID(t.Context()) != "" {
		t.Error("a bare context has a request id")
	}
}

func TestRequestIDOfARecordIsKept(t *testing.T) {
	var buf bytes.Buffer
	ctx := obs.WithRequestID(t.Context(), "of the context")
	obs.NewLogger(&buf, "text", "info").InfoContext(ctx, "x", "request_id", "its own")
	if strings.Count(buf.String(), "request_id=") != 1 || !strings.Contains(buf.String(), `request_id="its own"`) {
		t.Errorf("line %q, want the record's own id once", buf.String())
	}
}

func TestLoggerHasConfiguredFormatAndLevel(t *testing.T) {
	for _, c := range []struct {
		format, level string
		lines         int
		json          bool
	}{
		{"text", "debug", 4, false}, {"json", "info", 3, true}, {"json", "warn", 2, true},
		{"text", "error", 1, false}, {"", "", 3, false}, {"xml", "loud", 3, false},
	} {
		var buf bytes.Buffer
		l := obs.NewLogger(&buf, c.format, c.level)
		l.Debug("a")
		l.Info("b")
		l.Warn("c")
		l.Error("d")
		if got := strings.Count(buf.String(), "\n"); got != c.lines {
			t.Errorf("%q, %q: %d lines, want %d", c.format, c.level, got, c.lines)
		}
		if got := strings.HasPrefix(buf.String(), "{"); got != c.json {
			t.Errorf("%q: JSON %v, want %v", c.format, got, c.json)
		}
	}
}

func TestHandlerConformsToSlog(t *testing.T) {
	var buf bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		buf.Reset()
		return obs.NewLogger(&buf, "json", "debug").Handler()
	}, func(t *testing.T) map[string]any {
		var line map[string]any
		if err := json.Unmarshal(buf.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		return line
	})
}

type person struct{ Name, Email string }

type personWithString struct{ person }

func (personWithString) String() string { return "a person" }

func TestPrivateAttributesAreRedacted(t *testing.T) {
	const canary = "canary-7f3a"
	for _, key := range []string{
		"authorization", "Authorization", "cookie", "Set-Cookie", "cookie_header", "password", "new_password",
		"passwordHash", "token", "reset_token", "resetToken", "otp", "otp_code", "email", "user.email", "userEmail",
		"message", "content", "text", "reply-text", "client_secret",
	} {
		for _, format := range []string{"text", "json"} {
			var buf bytes.Buffer
			l := obs.NewLogger(&buf, format, "debug")
			l.Info("x", key, canary)
			l.Info("x", key, []byte(canary))
			l.Info("x", key, errors.New(canary))
			l.Info("x", slog.Group("request", key, canary))
			l.Info("x", slog.Group(key, "value", canary))
			l.With(key, canary).Info("x")
			l.WithGroup(key).Info("x", "value", canary)
			if strings.Contains(buf.String(), canary) || strings.Count(buf.String(), "[redacted]") != 7 {
				t.Errorf("%s as %s:\n%s", key, format, buf.String())
			}
		}
	}
}

func TestOrdinaryAttributesAreLogged(t *testing.T) {
	for _, key := range []string{"message_id", "content_type", "prompt_tokens", "tokens", "context", "emails_sent", "route", "", "error"} {
		line := logLine(t, func(l *slog.Logger) { l.Info("x", key, "kept") })
		if line[key] != "kept" && key != "" {
			t.Errorf("%q was redacted: %v", key, line)
		}
	}
	line := logLine(t, func(l *slog.Logger) { l.Info("the message itself") })
	if line["msg"] != "the message itself" {
		t.Errorf("line %v", line)
	}
}

func TestOnlyPlainValuesAreLogged(t *testing.T) {
	const canary = "canary-7f3a"
	for name, c := range map[string]struct {
		value any
		want  any
	}{
		"struct":      {person{canary, canary}, "[withheld]"},
		"pointer":     {&person{canary, canary}, "[withheld]"},
		"structs":     {[]person{{canary, canary}}, "[withheld]"},
		"map":         {map[string][]string{"Authorization": {canary}}, "[withheld]"},
		"bytes":       {struct{ B []byte }{[]byte(canary)}, "[withheld]"},
		"any list":    {[]any{person{canary, canary}}, "[withheld]"},
		"error":       {core.E(core.NotFound, "gone", "not here"), "not here"},
		"text":        {"plain", "plain"},
		"number":      {7, 7.0},
		"named text":  {obs.StatusOK, "ok"},
		"flag":        {true, true},
		"nothing":     {nil, nil},
		"time":        {time.Unix(0, 0).UTC(), "1970-01-01T00:00:00Z"},
		"level":       {slog.LevelWarn, "WARN"},
		"nil pointer": {(*person)(nil), "[withheld]"},
	} {
		t.Run(name, func(t *testing.T) {
			line := logLine(t, func(l *slog.Logger) { l.Info("x", "value", c.value) })
			if line["value"] != c.want {
				t.Errorf("value = %v, want %v", line["value"], c.want)
			}
		})
	}
	var buf bytes.Buffer
	obs.NewLogger(&buf, "text", "info").Info("x", "list", []string{"a", "b"}, "who", personWithString{person{canary, canary}})
	if got := buf.String(); !strings.Contains(got, `list="[a b]" who="a person"`) {
		t.Errorf("line %q", got)
	}
}
