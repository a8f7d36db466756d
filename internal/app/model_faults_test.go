package app_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/openai"
	"colloquy/internal/llm/upstream"
)

// TestFaultsOfTheModelLoseNoShownWord: a model fails during a reply. The stored text is the text
// that the reader was shown. The reply ends in a state that can be retried. The next message is
// answered.
func TestFaultsOfTheModelLoseNoShownWord(t *testing.T) {
	pieces := []string{"One ", "two, ", "buckle ", "my ", "shoe. ", "Three ", "four, ", "knock ", "at ", "the ", "door."}
	at := func(kind fake.FaultKind, after int) fake.Script {
		return fake.Script{Pieces: pieces, Fault: fake.Fault{Kind: kind, AfterPieces: after, Lines: 20}}
	}
	in := func(d fake.Dialect, s fake.Script) fake.Script { s.Dialect = d; return s }
	slowScript := at(fake.Hang, 5)
	slowScript.PieceDelay = fake.Pause(60 * time.Millisecond)
	for name, tt := range map[string]struct {
		script fake.Script
		text   string // text that the shown text must contain
		status string // status of the reply; empty means "failed" or "interrupted"
	}{
		"cut after one":           {at(fake.CutConnection, 1), "One", ""},
		"cut in the middle":       {at(fake.CutConnection, 5), "One two, buckle my shoe.", ""},
		"cut before the last":     {at(fake.CutConnection, 10), "knock at the", ""},
		"cut at the end":          {at(fake.CutConnection, 11), "the door.", ""},
		"ends without an end":     {at(fake.EarlyEOF, 5), "my shoe.", ""},
		"ends at once, in Ollama": {in(fake.Ollama, at(fake.EarlyEOF, 3)), "One two, buckle", ""},
		"error":                   {at(fake.StreamError, 5), "my shoe.", ""},
		"error of llama.cpp":      {in(fake.LlamaCpp, at(fake.StreamError, 5)), "my shoe.", ""},
		"error of LM Studio":      {in(fake.LMStudio, at(fake.StreamError, 5)), "my shoe.", ""},
		"error of OpenRouter":     {in(fake.OpenRouter, at(fake.StreamError, 5)), "my shoe.", ""},
		"error of Groq":           {in(fake.Groq, at(fake.StreamError, 5)), "my shoe.", ""},
		"error of vLLM":           {in(fake.VLLM, at(fake.StreamError, 5)), "my shoe.", ""},
		"too many requests":       {at(fake.StreamRateLimit, 5), "my shoe.", ""},
		"malformed lines":         {at(fake.BadLines, 5), "my shoe.", ""},
		"a hang":                  {at(fake.Hang, 5), "my shoe.", ""},
		"a hang after one":        {at(fake.Hang, 1), "One", ""},
		"slow, then a hang":       {slowScript, "my shoe.", ""},
		"endless":                 {fake.Script{GeneratedWordCount: 20000}, "word0 word1 word2", "complete"},
		"endless and slow":        {fake.Script{GeneratedWordCount: 20000, PieceDelay: fake.Pause(20 * time.Millisecond)}, "word0 word1 word2", ""},
		"bytewise, then a cut":    {fake.Script{Pieces: pieces, ByteWise: true, Fault: fake.Fault{Kind: fake.CutConnection, AfterPieces: 5}}, "my shoe.", ""},
		"kept open after the end": {fake.Script{Pieces: pieces, NoDone: true, KeepOpen: true}, "at the door.", "complete"},
		"no finish, no done":      {fake.Script{Pieces: pieces, NoDone: true, NoFinish: true}, "at the door.", ""},
		"filtered in the middle":  {fake.Script{Pieces: pieces[:5], Finish: "content_filter"}, "my shoe.", "complete"},
		"cut by the length":       {fake.Script{Pieces: pieces[:5], Finish: "length"}, "my shoe.", "complete"},
	} {
		t.Run(name, func(t *testing.T) { testModelFault(t, tt.script, tt.text, tt.status) })
	}
}

func testModelFault(t *testing.T, script fake.Script, text, status string) {
	t.Parallel()
	model := new(fake.Server)
	model.SetScript(script)
	srv := httptest.NewServer(model)
	defer srv.Close()
	timeouts := upstream.Timeouts{FirstPieceTimeout: 2 * time.Second, IdleTimeout: time.Second, AfterFinishTimeout: 200 * time.Millisecond, TotalTimeout: 3 * time.Second}
	client, err := openai.New(openai.Config{BaseURL: srv.URL, Model: "fake-1", Timeouts: timeouts})
	if err != nil {
		t.Fatal(err)
	}
	quietOptions := llm.FailoverOptions{Logger: slog.New(slog.DiscardHandler)}
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Model = llm.Failover([]llm.Provider{client}, quietOptions) })
	ada := e.NewUser("Ada")
	opensTalkInDemoMode(ada)
	s := ada.Send("ada-lovelace", "Recite, please", "").ReadAll()
	if !strings.Contains(s.Text, text) {
		t.Errorf("shown was %q", s.Text)
	}
	isEnded := status == "" && (s.Status == "failed" || s.Status == "interrupted")
	if s.Status != status && !isEnded {
		t.Errorf("status %q", s.Status)
	}
	var history struct {
		Messages []struct{ ID, Content, Status string }
	}
	ada.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&history)
	lastMessage := history.Messages[len(history.Messages)-1]
	if lastMessage.ID != s.MessageID || lastMessage.Content != s.Text || lastMessage.Status != s.Status {
		t.Errorf("stored is %+v, shown was %q, %s", lastMessage, s.Text, s.Status)
	}
	model.SetScript(fake.Script{})
	if s := ada.Send("ada-lovelace", "And again?", "").ReadAll(); s.Status != "complete" || s.Text == "" {
		t.Errorf("the next send: %s %q", s.Status, s.Text)
	}
}

// A second reader of the same reply also gets a waiting event.
func TestEachReaderGetsAWaitingEventWhileTheModelLoads(t *testing.T) {
	for _, dialect := range []fake.Dialect{fake.LlamaCpp, fake.Ollama, fake.LMStudio} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			model := new(fake.Server)
			model.SetScript(fake.Script{Dialect: dialect, LoadTime: fake.Pause(time.Hour)})
			srv := httptest.NewServer(model)
			defer srv.Close()
			client, err := openai.New(openai.Config{BaseURL: srv.URL, Model: "fake-1"})
			if err != nil {
				t.Fatal(err)
			}
			e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Model = llm.Failover([]llm.Provider{client}, llm.FailoverOptions{}) })
			ada := e.NewUser("Ada")
			opensTalkInDemoMode(ada)
			firstStream := ada.Send("ada-lovelace", "Good day", "user-1")
			secondStream := ada.Send("ada-lovelace", "Good day", "user-1")
			for _, s := range []*apptest.Stream{firstStream, secondStream} {
				for ok := true; ok && len(s.WaitReasons) == 0; {
					_, ok = s.Next()
				}
			}
			model.FinishLoad()
			for _, s := range []*apptest.Stream{firstStream.ReadAll(), secondStream.ReadAll()} {
				if s.Status != "complete" || len(s.WaitReasons) != 1 || s.WaitReasons[0] != "loading_model" {
					t.Errorf("%s %q after waits %v", s.Status, s.Text, s.WaitReasons)
				}
			}
			if s := ada.Send("ada-lovelace", "And now?", "").ReadAll(); len(s.WaitReasons) != 0 {
				t.Errorf("loaded: waits %v", s.WaitReasons)
			}
		})
	}
}

// A request for suggestions is cancelled after a few thousand bytes.
func TestEndlessSuggestionsAreCancelled(t *testing.T) {
	model := new(fake.Server)
	model.SetSuggestScript(fake.Script{GeneratedWordCount: 1_000_000})
	srv := httptest.NewServer(model)
	defer srv.Close()
	client, err := openai.New(openai.Config{BaseURL: srv.URL, Model: "fake-1"})
	if err != nil {
		t.Fatal(err)
	}
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Model = client })
	ada := e.NewUser("Ada")
	opensTalkInDemoMode(ada)
	s := ada.Send("ada-lovelace", "Good day", "").ReadAll()
	if s.Status != "complete" || len(s.Suggestions) != 3 || strings.Contains(s.Suggestions[0], "word0") {
		t.Errorf("%s, suggestions %q", s.Status, s.Suggestions)
	}
	select {
	case call := <-model.CancelledCalls():
		if !call.AsksForSuggestions || call.SentPieceCount > 200_000 {
			t.Errorf("%d pieces were sent before the reader left", call.SentPieceCount)
		}
	case <-time.After(5 * time.Second):
		t.Error("nobody left the endless suggestions")
	}
}
