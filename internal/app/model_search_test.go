package app_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
)

// localModel is a model server that a test can start and stop at the same address.
type localModel struct {
	t          *testing.T
	addr       string
	fakeServer *fake.Server
	server     *http.Server
}

func newLocalModel(t *testing.T) *localModel {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m := &localModel{t: t, addr: l.Addr().String(), fakeServer: new(fake.Server)}
	t.Cleanup(m.stop)
	return m
}

func (m *localModel) start() {
	m.t.Helper()
	l, err := net.Listen("tcp", m.addr)
	if err != nil {
		m.t.Fatal(err)
	}
	m.server = &http.Server{Handler: m.fakeServer}
	go m.server.Serve(l)
}

func (m *localModel) stop() {
	if m.server != nil {
		m.server.Close()
		m.server = nil
	}
}

// startWithSearch starts an application that searches for the model server at short
// intervals.
func startWithSearch(t *testing.T, m *localModel, changes ...func(*app.Options)) *apptest.Env {
	t.Helper()
	return apptest.Start(t, apptest.SQLite(t), append([]func(*app.Options){func(o *app.Options) {
		o.Model, o.ModelSearchInterval = nil, 20*time.Millisecond
		o.Config.LLMPlaces = []string{"ollama=http://" + m.addr}
	}}, changes...)...)
}

func opensTalkInDemoMode(c *apptest.Client) bool {
	var s struct {
		DemoMode bool `json:"demo_mode"`
	}
	c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(http.StatusOK).Into(&s)
	return s.DemoMode
}

func waitUntil(t *testing.T, condition string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after ten seconds not yet: %s", condition)
		}
	}
}

func readReadiness(t *testing.T, e *apptest.Env) string {
	t.Helper()
	resp, err := http.Get(e.URL + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func startReportText(e *apptest.Env) string {
	var text strings.Builder
	e.App.WriteStartReport(&text, e.URL)
	return text.String()
}

func TestStartAndStopOfALocalModelAreNoticed(t *testing.T) {
	m := newLocalModel(t)
	e := startWithSearch(t, m)
	ada := e.NewUser("Ada")
	readiness := func() string { return readReadiness(t, e) }
	if !opensTalkInDemoMode(ada) || !strings.Contains(startReportText(e), "demo responder") {
		t.Fatalf("without a model: %s", startReportText(e))
	}
	for round := range 2 {
		m.start()
		waitUntil(t, "the model is in use", func() bool { return !opensTalkInDemoMode(ada) })
		s := ada.Send("ada-lovelace", "Good day to you", "").ReadAll()
		if !strings.Contains(s.Text, "You say: Good day to you") || s.IsDemo {
			t.Errorf("round %d: the model was not asked: %q", round, s.Text)
		}
		if !strings.Contains(startReportText(e), "ollama:fake-1, found at") || !strings.Contains(readiness(), `"ok"`) {
			t.Errorf("round %d: %s %s", round, startReportText(e), readiness())
		}
		m.stop()
		waitUntil(t, "the demo responder is in use", func() bool { return opensTalkInDemoMode(ada) })
		if round > 0 {
			continue // one reply of the demo responder is enough, because its replies are slow
		}
		s = ada.Send("ada-lovelace", "And what is the Engine?", "").ReadAll()
		if s.Status != "complete" || strings.Contains(s.Text, "You say") || !s.IsDemo {
			t.Errorf("round %d: %s %q", round, s.Status, s.Text)
		}
		if !strings.Contains(startReportText(e), "demo responder") || !strings.Contains(readiness(), `"ok"`) {
			t.Errorf("round %d: %s %s", round, startReportText(e), readiness())
		}
	}
}

// If the model server stops during a reply, the reply keeps its shown text. The next reply
// comes from the demo responder.
func TestReplyOfAStoppedModelIsInterrupted(t *testing.T) {
	m := newLocalModel(t)
	m.fakeServer.SetScript(fake.Script{Pieces: []string{"I begin ", "to speak"}, Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 1}})
	m.start()
	e := startWithSearch(t, m)
	ada := e.NewUser("Ada")
	opensTalkInDemoMode(ada)
	s := ada.Send("ada-lovelace", "Good day", "").ReadUntil("I begin")
	m.stop()
	if s.ReadAll(); s.Status != "interrupted" && s.Status != "failed" || !strings.Contains(s.Text, "I begin") {
		t.Errorf("%s %q", s.Status, s.Text)
	}
	waitUntil(t, "the demo responder is in use", func() bool { return opensTalkInDemoMode(ada) })
	if s := ada.Send("ada-lovelace", "What is the Engine?", "").ReadAll(); s.Status != "complete" || !s.IsDemo {
		t.Errorf("%s %q", s.Status, s.Text)
	}
}

func TestDemoSettingDisablesTheSearch(t *testing.T) {
	m := newLocalModel(t)
	m.start()
	e := startWithSearch(t, m, func(o *app.Options) {
		o.Config.LLMMode, o.Config.LLMURL = "demo", "http://"+m.addr+"/v1"
	})
	ada := e.NewUser("Ada")
	isDemo := opensTalkInDemoMode(ada)
	s := ada.Send("ada-lovelace", "What is the Engine?", "").ReadAll()
	if s.Status != "complete" || !s.IsDemo || !isDemo || len(m.fakeServer.Calls()) != 0 {
		t.Errorf("%s %q, %d calls of the model", s.Status, s.Text, len(m.fakeServer.Calls()))
	}
}

// panickingLog panics when the text of its field message is logged for the first time.
type panickingLog struct {
	slog.Handler
	message     string
	hasPanicked atomic.Bool
}

// Handle writes a record or panics.
func (l *panickingLog) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == l.message && l.hasPanicked.CompareAndSwap(false, true) {
		panic(l.message)
	}
	return l.Handler.Handle(ctx, r)
}

// WithAttrs returns l: the search adds no attributes.
func (l *panickingLog) WithAttrs([]slog.Attr) slog.Handler { return l }

// TestSearchGoesOnAfterAPanic: a panic of the search for local models does not end the search. The
// metrics count the restarts of every loop of the process.
// rule process-loops
func TestSearchGoesOnAfterAPanic(t *testing.T) {
	m := newLocalModel(t)
	log := &panickingLog{Handler: slog.NewTextHandler(io.Discard, nil), message: "model changed"}
	e := startWithSearch(t, m, apptest.WithLog(log))
	m.start()
	waitUntil(t, "the search panics", log.hasPanicked.Load)
	m.stop()
	waitUntil(t, "the demo responder answers again", func() bool { return strings.Contains(startReportText(e), "demo responder") })
	out := httptest.NewRecorder()
	e.App.MetricsHandler().ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for loop, restarts := range map[string]int{"model search": 1, "jobs": 0, "chat": 0, "ended streams": 0} {
		if line := fmt.Sprintf("colloquy_loop_restarts_total{loop=%q} %d\n", loop, restarts); !strings.Contains(out.Body.String(), line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}
