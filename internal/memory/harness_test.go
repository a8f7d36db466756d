package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

var (
	ada = core.Actor{UserID: "ada"}
	bo  = core.Actor{UserID: "bo"}
)

// harness is a Service on a database, with a queue of jobs that tests run by hand, and a
// scripted model.
type harness struct {
	*Service
	t      *testing.T
	db     *storage.DB
	clock  *clocktest.Clock
	queue  []jobs.Job
	model  *scriptedModel
	window int
	seq    map[string]int64
	budget error // of Reserve
}

func eachHarness(t *testing.T, fn func(t *testing.T, h *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	t.Helper()
	h := &harness{
		t: t, db: db, clock: clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), window: 1 << 20, seq: map[string]int64{},
		model: &scriptedModel{},
	}
	s, err := New(t.Context(), Deps{
		DB: db, Characters: numbered{}, Talks: storedTalks{db}, Model: h.model, IsDemo: func() bool { return h.model.answer == nil },
		Budget: h, Limits: freeLimits{}, Jobs: h, Clock: h.clock, Log: slog.New(slog.DiscardHandler), Window: func() int { return h.window },
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Service = s
	return h
}

// HandleWith implements Jobs.
func (h *harness) HandleWith(string, jobs.RetryPolicy, func(context.Context, []byte) error) {}

// Enqueue implements Jobs.
func (h *harness) Enqueue(_ context.Context, _ storage.Querier, j jobs.Job) error {
	h.queue = append(h.queue, j)
	return nil
}

// Reserve implements Budget.
func (h *harness) Reserve(context.Context, storage.Querier, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, h.budget
}

// Settle implements Budget.
func (h *harness) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error {
	return nil
}

type freeLimits struct{}

func (freeLimits) TakeIn(context.Context, storage.Querier, ...limits.Limit) (limits.Ticket, error) {
	return limits.Ticket{}, nil
}

// numbered implements Characters. Every number is a character.
type numbered struct{}

func (numbered) Character(_ context.Context, actor core.Actor, ref string) (Character, error) {
	user, number, found := strings.Cut(ref, "_")
	if !found {
		user, number = actor.UserID, ref
	}
	n, err := strconv.Atoi(number)
	if err != nil || user != actor.UserID {
		return Character{}, core.E(core.NotFound, "not_found", "Not here.")
	}
	return Character{CharacterID: n, Name: "Somebody"}, nil
}

// scriptedModel answers with a function, or not at all.
type scriptedModel struct {
	answer func(llm.Request) string
	asked  []llm.Request
}

func (*scriptedModel) Name() string { return "scripted" }

func (m *scriptedModel) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	m.asked = append(m.asked, req)
	return func(yield func(llm.Delta, error) bool) {
		text := m.answer(req)
		if text == "" {
			yield(llm.Delta{}, &llm.Error{Kind: llm.ErrTruncated})
			return
		}
		yield(llm.Delta{Text: text, Finish: llm.FinishStop}, nil)
	}
}

// storedTalks implements Talks with the rows of messages.
type storedTalks struct{ db *storage.DB }

func (s storedTalks) lines(ctx context.Context, where string, args ...any) ([]Line, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (l Line, err error) {
		var created int64
		err = r.Scan(&l.ID, &l.Seq, &l.IsUser, &l.Text, &created)
		l.CreatedAt = core.FromMillis(created)
		return l, err
	}, `SELECT id, seq, is_user, content, created_at FROM messages WHERE `+where, args...)
}

func (s storedTalks) Since(ctx context.Context, conversationID string, seq int64, limit int) ([]Line, error) {
	return s.lines(ctx, `conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

func (s storedTalks) Newest(ctx context.Context, conversationID string, limit int) ([]Line, error) {
	return s.lines(ctx, `conversation_id = $1 AND seq > (SELECT MAX(seq) FROM messages WHERE conversation_id = $1) - $2 ORDER BY seq`, conversationID, limit)
}

func (s storedTalks) Find(ctx context.Context, conversationID string, ids []string) ([]Line, error) {
	placeholders, args := storage.In([]any{conversationID}, ids)
	return s.lines(ctx, `conversation_id = $1 AND id IN (`+placeholders+`) ORDER BY seq`, args...)
}

func (h *harness) write(fn func(tx storage.Querier) error) {
	h.t.Helper()
	if err := h.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) exec(query string, args ...any) {
	h.t.Helper()
	h.write(func(tx storage.Querier) error {
		_, err := tx.ExecContext(h.t.Context(), query, args...)
		return err
	})
}

// line stores a message of the user, or of the character, and returns its id.
func (h *harness) line(conversation string, isUser bool, text string) (id string) {
	h.t.Helper()
	h.seq[conversation]++
	now := core.Millis(h.clock.Now())
	id = fmt.Sprintf("%s-%d-%d", conversation, h.seq[conversation], now)
	h.open(conversation)
	h.exec(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at)
		VALUES ($1, $2, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = $2), $3, $4, 'complete', $5, $5)`, id, conversation, isUser, text, now)
	return id
}

// open makes a conversation.
func (h *harness) open(conversation string) {
	h.t.Helper()
	t, _ := parseTalk(conversation)
	h.exec(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 1, 1) ON CONFLICT DO NOTHING`, conversation, t.userID, t.characterID)
}

// say stores a message of the user and a reply, and has them noted.
func (h *harness) say(conversation, text string) (id string) {
	h.t.Helper()
	id = h.line(conversation, true, text)
	h.line(conversation, false, "I see.")
	h.note(conversation)
	return id
}

// note notes what is new in a conversation.
func (h *harness) note(conversation string, again ...string) {
	h.t.Helper()
	h.write(func(tx storage.Querier) error { return h.Note(h.t.Context(), tx, conversation, again...) })
	h.runJobs()
}

func (h *harness) runJobs() {
	h.t.Helper()
	for len(h.queue) > 0 {
		job := h.queue[0]
		h.queue = h.queue[1:]
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			h.t.Fatal(err)
		}
		if err := h.runNote(h.t.Context(), payload); err != nil {
			h.t.Fatal(err)
		}
	}
}

// forget deletes messages.
func (h *harness) forget(ids ...string) {
	h.t.Helper()
	h.write(func(tx storage.Querier) error {
		if err := h.ForgetMessages(h.t.Context(), tx, ids); err != nil {
			return err
		}
		placeholders, args := storage.In(nil, ids)
		_, err := tx.ExecContext(h.t.Context(), `DELETE FROM messages WHERE id IN (`+placeholders+`)`, args...)
		return err
	})
}

// edit changes a message, and has it noted again.
func (h *harness) edit(conversation, id, text string) {
	h.t.Helper()
	h.write(func(tx storage.Querier) error {
		if err := h.ForgetMessages(h.t.Context(), tx, []string{id}); err != nil {
			return err
		}
		if _, err := tx.ExecContext(h.t.Context(), `UPDATE messages SET content = $2 WHERE id = $1`, id, text); err != nil {
			return err
		}
		return h.Note(h.t.Context(), tx, conversation, id)
	})
	h.runJobs()
}

func (h *harness) panel(actor core.Actor, ref string) Panel {
	h.t.Helper()
	h.open(actor.UserID + "_" + ref)
	p, err := h.Panel(h.t.Context(), actor, ref)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *harness) texts(actor core.Actor, ref string) string {
	h.t.Helper()
	return strings.Join(textsOf(h.panel(actor, ref).Memories), " | ")
}

// told returns all that a prompt has of a user for some last words.
func (h *harness) told(userID string, characterID int, lastWords string) string {
	h.t.Helper()
	stable, turn, err := h.Remembered(h.t.Context(), userID, characterID, lastWords)
	if err != nil {
		h.t.Fatal(err)
	}
	return stable.Text(0) + "\n" + turn.Text(0)
}

// find returns the id of the memory with a text.
func (h *harness) find(actor core.Actor, ref, text string) string {
	h.t.Helper()
	for _, m := range h.panel(actor, ref).Memories {
		if m.Text == text {
			return m.ID
		}
	}
	h.t.Fatalf("there is no memory %q among %s", text, h.texts(actor, ref))
	return ""
}

func (h *harness) remove(actor core.Actor, ref, text string) {
	h.t.Helper()
	if err := h.Delete(h.t.Context(), actor, ref, h.find(actor, ref, text)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) choose(actor core.Actor, v Settings) {
	h.t.Helper()
	if _, err := h.Choose(h.t.Context(), actor, v); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) add(actor core.Actor, text string) Memory {
	h.t.Helper()
	const ref = "20"
	h.open(actor.UserID + "_" + ref)
	m, err := h.Add(h.t.Context(), actor, ref, Change{Text: &text})
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

func pointer[T any](v T) *T { return &v }
