package chat_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness runs two services, as two processes would, on one database. The rate limits
// of the route table do not apply.
type harness struct {
	t          *testing.T
	db         *storage.DB
	services   [2]*chat.Service
	model      *apptest.Model
	clock      *apptest.Clock
	user       core.Actor
	changeDeps func(*chat.Deps) // changes the dependencies of the services; may be nil
}

// eachHarness runs fn on both engines. On SQLite the two services share a pool of connections,
// because only one process can open the data directory. On PostgreSQL they share only the rows of
// the database.
func eachHarness(t *testing.T, fn func(t *testing.T, h *harness)) {
	t.Helper()
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		fn(t, newHarness(t, o, nil))
	})
}

func newHarness(t *testing.T, o storage.Options, changeDeps func(*chat.Deps)) *harness {
	t.Helper()
	h := &harness{
		t: t, db: dbtest.Open(t, o), model: apptest.NewModel(), clock: apptest.NewClock(time.Now()),
		user: core.Actor{UserID: "user-1", Name: "Mirela"}, changeDeps: changeDeps,
	}
	dbs := [2]*storage.DB{h.db, h.db}
	if o.URL != "" {
		dbs[1] = dbtest.Open(t, storage.Options{URL: o.URL, DataDir: t.TempDir(), LockWait: o.LockWait})
	}
	for i, db := range dbs {
		h.services[i] = h.newService(db)
	}
	t.Cleanup(h.model.ReleaseGates)
	return h
}

func (h *harness) newService(db *storage.DB) *chat.Service {
	h.t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue := jobs.New(db, h.clock, log)
	counter, err := limits.New(h.t.Context(), db, h.clock, queue)
	if err != nil {
		h.t.Fatal(err)
	}
	deps := chat.Deps{
		DB: db, Live: live.NewMemoryLogs(live.Options{Clock: h.clock}), Model: h.model, Characters: charactersForAllIDs{}, Access: unlockedAccess{},
		Limits: counter, Jobs: queue, Recordings: noRecordings{}, Memory: noMemory{}, Budget: unlimitedBudget{}, IsDemo: func() bool { return false }, Metrics: obs.NewMetrics(), Clock: h.clock, Log: log, MaxRepliesWrittenAtOnce: 100,
	}
	if h.changeDeps != nil {
		h.changeDeps(&deps)
	}
	s := chat.New(deps)
	ctx, stop := context.WithCancel(context.Background())
	var loops sync.WaitGroup
	loops.Go(func() { s.Run(ctx) })
	loops.Go(func() { s.RunSweeps(ctx) })
	h.t.Cleanup(func() {
		stop()
		loops.Wait()
		endedCtx, cancel := context.WithCancel(context.Background())
		cancel()
		s.Close(endedCtx)
	})
	return s
}

// faultyModel panics in Name while broken is set. The writer calls Name at the end of a reply.
type faultyModel struct {
	*apptest.Model
	mustPanicAtReplyEnd atomic.Bool
}

// Name returns the model's name, or panics while the model is broken.
func (m *faultyModel) Name() string {
	if m.mustPanicAtReplyEnd.Load() {
		panic("a fault in the end of a reply")
	}
	return m.Model.Name()
}

// charactersForAllIDs implements chat.Characters. Every number is the character_id of a character.
type charactersForAllIDs struct{}

func (charactersForAllIDs) Find(_ context.Context, ref string) (chat.Character, error) {
	n, err := strconv.Atoi(ref)
	return chat.Character{Persona: &core.Persona{CharacterID: n, Name: "Somebody", Slug: ref, Greeting: "Who is there?"}}, err
}

func (p charactersForAllIDs) FindMany(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	out := map[int]chat.Character{}
	for _, id := range ids {
		out[id], _ = p.Find(ctx, strconv.Itoa(id))
	}
	return out, nil
}

func (p charactersForAllIDs) FindWithoutPersonas(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	return p.FindMany(ctx, ids)
}

func (charactersForAllIDs) IDsByName(context.Context, string) (map[int]bool, error) { return nil, nil }

func (charactersForAllIDs) IsSamePerson(context.Context, storage.Querier, int, string) (bool, error) {
	return true, nil
}

// unlimitedBudget implements chat.Budget without caps.
type unlimitedBudget struct{}

// noMemory implements chat.Memory and remembers nothing.
type noMemory struct{}

func (noMemory) EnqueueNote(context.Context, storage.Querier, string) error       { return nil }
func (noMemory) ForgetMessages(context.Context, storage.Querier, []string) error  { return nil }
func (noMemory) ForgetFrom(context.Context, storage.Querier, string, int64) error { return nil }
func (noMemory) ForgetSummariesAndProgress(context.Context, storage.Querier, []string) error {
	return nil
}
func (noMemory) Recall(context.Context, string, int, string) (prompt.CharacterMemory, error) {
	return prompt.CharacterMemory{}, nil
}

type noRecordings struct{}

func (noRecordings) ForgetMessages(context.Context, storage.Querier, string, []string) error {
	return nil
}

func (unlimitedBudget) Check(context.Context, string, spend.Cost) error { return nil }
func (unlimitedBudget) Reserve(context.Context, storage.Querier, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, nil
}
func (unlimitedBudget) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error {
	return nil
}
func (unlimitedBudget) Charge(context.Context, storage.Querier, ...spend.Charge) error { return nil }
func (unlimitedBudget) IsCapNearlySpent(context.Context, spend.Reservation) (bool, error) {
	return false, nil
}
func (unlimitedBudget) RemainingReplies(context.Context, string, spend.Cost) (spend.Allowance, bool, error) {
	return spend.Allowance{}, false, nil
}

// unlockedAccess implements chat.Access. Every character is unlocked.
type unlockedAccess struct{}

func (unlockedAccess) Grants(_ context.Context, _ string, list []chat.Character) (map[int]chat.Grant, error) {
	out := map[int]chat.Grant{}
	for _, c := range list {
		out[c.Persona.CharacterID] = chat.Grant{}
	}
	return out, nil
}

// openConversations opens n conversations and returns their ids.
func (h *harness) openConversations(n int) []string {
	h.t.Helper()
	out := make([]string, n)
	for i := range out {
		s, err := h.services[i%2].Open(h.t.Context(), h.user, strconv.Itoa(i+1))
		if err != nil {
			h.t.Fatal(err)
		}
		out[i] = s.ID
	}
	return out
}

// countErrorCodesInParallel makes n calls at once and counts their results by error code, "" for
// success.
func (h *harness) countErrorCodesInParallel(n int, call func(i int, service *chat.Service) error) map[string]int {
	h.t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	out := map[string]int{}
	for i := range n {
		wg.Go(func() {
			err := call(i, h.services[i%2])
			code := ""
			if e, ok := errors.AsType[*core.Error](err); ok {
				code = e.Code
			} else if err != nil {
				code = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			out[code]++
		})
	}
	wg.Wait()
	return out
}

// selectNumber returns the number that a query selects.
func (h *harness) selectNumber(query string, args ...any) (n int) {
	h.t.Helper()
	if err := h.db.Reader().QueryRowContext(h.t.Context(), query, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// eventNameSink is a chat.Sink that collects the names of a stream's events.
type eventNameSink struct{ names []string }

func (*eventNameSink) CanFlush(int) bool                         { return false }
func (s *eventNameSink) AddEvent(_ int64, name string, _ []byte) { s.names = append(s.names, name) }
func (*eventNameSink) AddComment()                               {}
func (*eventNameSink) Flush() error                              { return nil }

// awaitEnd waits until the reply has ended for its readers.
func (h *harness) awaitEnd(service *chat.Service, t message.Turn) {
	h.t.Helper()
	if err := service.Follow(h.t.Context(), t, 0, &eventNameSink{}); err != nil {
		h.t.Fatal(err)
	}
}

// holdReply makes the model answer with two texts. The model sends the text `before` at once. When
// the gate is closed, the model sends the text `after`.
func (h *harness) holdReply(before, after string) (gate chan struct{}) {
	gate = h.model.NewGate()
	h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return []apptest.AnswerStep{{Text: before}, {Gate: gate}, {Text: after}}
	})
	return gate
}

func (h *harness) exec(query string, args ...any) {
	h.t.Helper()
	err := h.db.Write(h.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(h.t.Context(), query, args...)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// storedSuggestions returns the value that a message has in the column "suggestions".
func (h *harness) storedSuggestions(id string) (text string) {
	h.t.Helper()
	if err := h.db.Reader().QueryRowContext(h.t.Context(), `SELECT suggestions FROM messages WHERE id = $1`, id).Scan(&text); err != nil {
		h.t.Fatal(err)
	}
	return text
}
