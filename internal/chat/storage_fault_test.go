package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// databaseFault is a way to break a database. inject breaks it and returns the function that repairs
// it.
type databaseFault struct {
	name        string
	mayBeStored bool // the end of the reply may be stored despite the fault
	inject      func(t *testing.T, h *harness, o storage.Options) (repair func())
}

var faultsByEngine = map[storage.Engine][]databaseFault{
	storage.SQLite: {
		{name: "disk full", inject: func(_ *testing.T, h *harness, _ storage.Options) func() {
			h.exec(`CREATE TABLE filler (content BLOB)`)
			h.exec(`PRAGMA max_page_count = 1`)
			h.fillFreePages()
			return func() { h.exec(`PRAGMA max_page_count = 1000000`) }
		}},
		{name: "held by another process", inject: func(t *testing.T, _ *harness, o storage.Options) func() {
			lockHolder, err := dbtest.OpenSQL(t, o).BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			return func() { lockHolder.Rollback() }
		}},
		{name: "refusing every change", inject: func(t *testing.T, h *harness, o storage.Options) func() {
			h.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON messages BEGIN SELECT RAISE(ABORT, 'refused'); END`)
			return func() { h.exec(`DROP TRIGGER refuse`) }
		}},
		{name: "without its table", inject: func(t *testing.T, h *harness, o storage.Options) func() {
			h.exec(`ALTER TABLE messages RENAME TO messages_gone`)
			return func() { h.exec(`ALTER TABLE messages_gone RENAME TO messages`) }
		}},
	},
	storage.Postgres: {
		{name: "stopped", inject: func(t *testing.T, _ *harness, o storage.Options) func() {
			execOnServer := serverStatementRunner(t, o)
			execOnServer(`ALTER DATABASE %s ALLOW_CONNECTIONS false`)
			execOnServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'`)
			return func() { execOnServer(`ALTER DATABASE %s ALLOW_CONNECTIONS true`) }
		}},
		{name: "cut off again and again", mayBeStored: true, inject: func(t *testing.T, _ *harness, o storage.Options) func() {
			execOnServer := serverStatementRunner(t, o)
			ctx, stop := context.WithCancel(t.Context())
			cutterEnded := make(chan struct{})
			go func() {
				defer close(cutterEnded)
				for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
					execOnServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'`)
				}
			}()
			return func() { stop(); <-cutterEnded }
		}},
		{name: "read-only", inject: func(t *testing.T, _ *harness, o storage.Options) func() {
			execOnServer := serverStatementRunner(t, o)
			setDefaultReadOnly := func(value string) {
				execOnServer(`ALTER DATABASE %s SET default_transaction_read_only = ` + value)
				execOnServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'`)
			}
			setDefaultReadOnly("on")
			return func() { setDefaultReadOnly("off") }
		}},
		{name: "locked", inject: func(t *testing.T, _ *harness, o storage.Options) func() {
			holder, err := dbtest.OpenSQL(t, o).BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := holder.ExecContext(t.Context(), `LOCK TABLE messages IN EXCLUSIVE MODE`); err != nil {
				t.Fatal(err)
			}
			return func() { holder.Rollback() }
		}},
	},
}

// fillFreePages uses up the free pages of a SQLite database that may not grow.
func (h *harness) fillFreePages() {
	for err := error(nil); err == nil; {
		err = h.db.Write(h.t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(h.t.Context(), `INSERT INTO filler (content) VALUES (zeroblob(3000))`)
			return err
		})
	}
}

// serverStatementRunner returns a function that runs a statement on the database server, from
// outside the tested database. %s in the statement is the database's name.
func serverStatementRunner(t *testing.T, o storage.Options) func(string) {
	t.Helper()
	at := strings.LastIndex(o.URL, "/") + 1
	name, options, _ := strings.Cut(o.URL[at:], "?")
	serverDB := dbtest.OpenSQL(t, storage.Options{URL: o.URL[:at] + "postgres?" + options})
	return func(statement string) {
		if _, err := serverDB.ExecContext(context.WithoutCancel(t.Context()), fmt.Sprintf(statement, name)); err != nil {
			t.Error(err)
		}
	}
}

// Each fault begins at one of three moments of a reply and is repaired after the reader has got
// the saving event.
// rule replies-shown-is-stored
func TestNoFaultOfStorageLosesShownText(t *testing.T) {
	faultStageNames := []string{"before the first word", "in the middle", "after the last word"}
	for engine, list := range faultsByEngine {
		for _, f := range list {
			for faultStage, when := range faultStageNames {
				t.Run(fmt.Sprint(engine, " ", f.name, " ", when), func(t *testing.T) {
					t.Parallel()
					o := dbtest.SQLite
					if engine == storage.Postgres {
						o = dbtest.Postgres
					}
					testFaultAtStage(t, o(t), f, faultStage)
				})
			}
		}
	}
}

func testFaultAtStage(t *testing.T, o storage.Options, f databaseFault, faultStage int) {
	o.LockWait = 100 * time.Millisecond
	h := newHarness(t, o, nil)
	service, id := h.services[0], h.openConversations(1)[0]
	gates := []chan struct{}{h.model.NewGate(), h.model.NewGate(), h.model.NewGate()}
	// The text is too long for the free space of a full disk.
	halfText := strings.Repeat("A word that nobody may lose. ", 100)
	h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return []apptest.AnswerStep{{Gate: gates[0]}, {Text: halfText}, {Gate: gates[1]}, {Text: halfText}, {Gate: gates[2]}, {Text: "End."}}
	})
	turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
	if err != nil {
		t.Fatal(err)
	}
	reader := newScreen()
	followErr := make(chan error, 1)
	go func() { followErr <- service.Follow(t.Context(), turn, 0, reader) }()
	eventually(t, "the model is asked", func() bool { return h.model.ReplyCount() == 1 })
	for _, gate := range gates[:faultStage] {
		close(gate)
	}
	eventually(t, "the reader has what was written", func() bool { return len(reader.text()) >= len(halfText)*faultStage })
	repair := f.inject(t, h, o)
	for _, gate := range gates[faultStage:] {
		close(gate)
	}
	select {
	case <-reader.savingShown:
	case err := <-followErr:
		followErr <- err
	case <-time.After(20 * time.Second):
		t.Error("the reader was not told")
	}
	repair()
	if err := <-followErr; err != nil {
		t.Fatal(err)
	}
	want := halfText + halfText + "End."
	if got := reader.text(); got != want {
		t.Errorf("the reader has %d bytes, want %d", len(got), len(want))
	}
	savingIndex := slices.Index(reader.names, "saving")
	if savingIndex < 0 && !f.mayBeStored || slices.Contains(reader.names[savingIndex+1:], "saving") || slices.Contains(reader.names, "error") {
		t.Errorf("events: %v", reader.names)
	}
	var page chat.Page
	eventually(t, "the history can be read", func() bool {
		page, err = service.History(t.Context(), h.user, id, "")
		return err == nil
	})
	if m := page.Messages[len(page.Messages)-1]; m.Content != want || m.Status != message.Complete {
		t.Errorf("stored: %s, %d bytes, want %d", m.Status, len(m.Content), len(want))
	}
}

// clientScreen records the text that a client shows.
type clientScreen struct {
	eventNameSink
	savingShown chan struct{}
	mu          sync.Mutex
	shownText   string
}

func newScreen() *clientScreen {
	return &clientScreen{savingShown: make(chan struct{})}
}

// AddEvent applies an event to the screen.
func (s *clientScreen) AddEvent(_ int64, name string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "saving" {
		close(s.savingShown)
	}
	if name != "" {
		s.names = append(s.names, name)
		return
	}
	var piece struct {
		Content string
		Replace bool
	}
	if json.Unmarshal(data, &piece) != nil {
		return
	}
	if piece.Replace {
		s.shownText = ""
	}
	s.shownText += piece.Content
}

func (s *clientScreen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shownText
}

// Close tries once more to save an unsaved reply, and returns even if that fails.
func TestShutdownDoesNotWaitForTheDatabase(t *testing.T) {
	h := newHarness(t, dbtest.SQLite(t), nil)
	service, id := h.services[0], h.openConversations(1)[0]
	h.startUnsavedReply(service, id)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	service.Close(done)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("closing took %v", took)
	}
	h.exec(`DROP TRIGGER refuse`)
	if _, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Late"}); err == nil {
		t.Error("a line is taken while the process ends")
	}
}

// A reply whose end cannot be stored yet still counts as running: sends are refused, and no
// sweep ends it.
func TestUnsavedReplyRefusesSends(t *testing.T) {
	h := newHarness(t, dbtest.SQLite(t), nil)
	service, id := h.services[0], h.openConversations(1)[0]
	turn := h.startUnsavedReply(service, id)
	h.clock.Advance(time.Minute)
	page, err := service.History(t.Context(), h.user, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if m := page.Messages[len(page.Messages)-1]; m.Status != message.Generating {
		t.Errorf("the reply is %s", m.Status)
	}
	if _, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Next"}); core.KindOf(err) != core.Conflict {
		t.Errorf("another line meanwhile: %v", err)
	}
	h.exec(`DROP TRIGGER refuse`)
	h.awaitEnd(service, turn)
	if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id = $1 AND status = 'complete' AND content = 'You said: Hello'`, turn.ReplyID); n != 1 {
		t.Error("the reply is not stored")
	}
}

// startUnsavedReply returns a reply whose text is complete. The database trigger named refuse
// prevents storing its end until the trigger is dropped.
func (h *harness) startUnsavedReply(service *chat.Service, id string) message.Turn {
	h.t.Helper()
	gate := h.holdReply("", "You said: Hello")
	turn, err := service.Send(h.t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
	if err != nil {
		h.t.Fatal(err)
	}
	h.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON messages BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	readerScreen := newScreen()
	go service.Follow(h.t.Context(), turn, 0, readerScreen)
	close(gate)
	<-readerScreen.savingShown
	return turn
}
