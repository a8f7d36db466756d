package app_test

import (
	"bytes"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
)

// lockedBuffer is a buffer for the log of an application.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// startWithModelAt starts an application that uses the model server at address. It returns the
// application and its log.
func startWithModelAt(t *testing.T, address string) (*apptest.Env, *lockedBuffer) {
	t.Helper()
	log := &lockedBuffer{}
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithLog(slog.NewTextHandler(log, nil)), func(o *app.Options) {
		o.Model, o.Config.LLMURL = nil, address+"/v1"
	})
	return e, log
}

const noAnswerText = "did not answer"

// TestUnreachableModelIsReportedAtStart: the log and the report name a server that is away,
// and do not name one that answers.
// rule operations-model-start
func TestUnreachableModelIsReportedAtStart(t *testing.T) {
	server := httptest.NewServer(&fake.Server{})
	e, log := startWithModelAt(t, server.URL)
	server.Close()
	if report := startReportText(e); strings.Contains(report, noAnswerText) || strings.Contains(log.String(), noAnswerText) {
		t.Errorf("the server answers: %s\n%s", report, log)
	}
	e, log = startWithModelAt(t, server.URL)
	waitUntil(t, "the report says that the model server is away", func() bool { return strings.Contains(startReportText(e), "("+noAnswerText+": openai: network") })
	waitUntil(t, "the log says so", func() bool { return strings.Contains(log.String(), "a model server "+noAnswerText) })
}

// rule operations-model-start
func TestSilentModelDoesNotDelayTheStart(t *testing.T) {
	silentListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silentListener.Close()
	e, log := startWithModelAt(t, "http://"+silentListener.Addr().String())
	if report := startReportText(e); strings.Contains(report, noAnswerText) || strings.Contains(log.String(), noAnswerText) {
		t.Errorf("the start has waited: %s", report)
	}
}
