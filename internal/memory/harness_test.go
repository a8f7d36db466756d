package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"slices"
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

// harness is a Service on a database. Tests run its jobs with runJobs and script its model.
type harness struct {
	*Service
	t                          *testing.T
	db                         *storage.DB
	clock                      *clocktest.Clock
	queuedJobs                 []jobs.Job
	model                      *scriptedModel
	promptWindowTokens         int
	messageCountByConversation map[string]int64
	reserveError               error // returned by Reserve
}

func eachHarness(t *testing.T, fn func(t *testing.T, h *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	t.Helper()
	h := &harness{
		t: t, db: db, clock: clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), promptWindowTokens: 1 << 20, messageCountByConversation: map[string]int64{},
		model: &scriptedModel{},
	}
	s, err := New(t.Context(), Deps{
		DB: db, Characters: charactersOfAnyID{}, Talks: storedTalks{db}, Model: h.model, IsDemo: func() bool { return h.model.answer == nil },
		Budget: h, Limits: noLimits{}, Jobs: h, Clock: h.clock, Log: slog.New(slog.DiscardHandler), PromptWindowTokens: func() int { return h.promptWindowTokens },
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
	h.queuedJobs = append(h.queuedJobs, j)
	return nil
}

// Reserve implements Budget.
func (h *harness) Reserve(context.Context, storage.Querier, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, h.reserveError
}

// Settle implements Budget.
func (h *harness) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error {
	return nil
}

type noLimits struct{}

func (noLimits) TakeInTx(context.Context, storage.Querier, ...limits.Limit) (limits.TakenEvent, error) {
	return limits.TakenEvent{}, nil
}

// charactersOfAnyID implements Characters. Every number is the id of a character.
type charactersOfAnyID struct{}

func (charactersOfAnyID) Character(_ context.Context, actor core.Actor, ref string) (Character, error) {
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

// scriptedModel implements llm.Provider. If the function answer returns "", the call fails.
type scriptedModel struct {
	answer   func(llm.Request) string
	requests []llm.Request
}

func (*scriptedModel) Name() string { return "scripted" }

func (m *scriptedModel) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	m.requests = append(m.requests, req)
	return func(yield func(llm.Delta, error) bool) {
		text := m.answer(req)
		if text == "" {
			yield(llm.Delta{}, &llm.Error{Kind: llm.ErrTruncated})
			return
		}
		yield(llm.Delta{Text: text, Finish: llm.FinishStop}, nil)
	}
}

// storedTalks implements Talks with the rows of the table messages.
type storedTalks struct{ db *storage.DB }

func (s storedTalks) readMessages(ctx context.Context, where string, args ...any) ([]Message, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (l Message, err error) {
		var created int64
		err = r.Scan(&l.ID, &l.Seq, &l.IsUser, &l.Text, &created)
		l.CreatedAt = core.FromMillis(created)
		return l, err
	}, `SELECT id, seq, is_user, content, created_at FROM messages WHERE `+where, args...)
}

func (s storedTalks) Since(ctx context.Context, conversationID string, seq int64, limit int) ([]Message, error) {
	return s.readMessages(ctx, `conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

func (s storedTalks) Newest(ctx context.Context, conversationID string, limit int) ([]Message, error) {
	return s.readMessages(ctx, `conversation_id = $1 AND seq > (SELECT MAX(seq) FROM messages WHERE conversation_id = $1) - $2 ORDER BY seq`, conversationID, limit)
}

func (s storedTalks) ByIDs(ctx context.Context, conversationID string, ids []string) ([]Message, error) {
	placeholders, args := storage.InList([]any{conversationID}, ids)
	return s.readMessages(ctx, `conversation_id = $1 AND id IN (`+placeholders+`) ORDER BY seq`, args...)
}

func (h *harness) inTransaction(fn func(tx storage.Querier) error) {
	h.t.Helper()
	if err := h.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) execSQL(query string, args ...any) {
	h.t.Helper()
	h.inTransaction(func(tx storage.Querier) error {
		_, err := tx.ExecContext(h.t.Context(), query, args...)
		return err
	})
}

// insertMessage stores a message of the user or of the character and returns the message's id.
func (h *harness) insertMessage(conversation string, isUser bool, text string) (id string) {
	h.t.Helper()
	h.messageCountByConversation[conversation]++
	now := core.Millis(h.clock.Now())
	id = fmt.Sprintf("%s-%d-%d", conversation, h.messageCountByConversation[conversation], now)
	h.insertConversation(conversation)
	h.execSQL(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at)
		VALUES ($1, $2, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = $2), $3, $4, 'complete', $5, $5)`, id, conversation, isUser, text, now)
	return id
}

// insertConversation stores a conversation unless it exists. conversation is its id.
func (h *harness) insertConversation(conversation string) {
	h.t.Helper()
	t, _ := parseTalk(conversation)
	h.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 1, 1) ON CONFLICT DO NOTHING`, conversation, t.userID, t.characterID)
}

// sayAndNote stores a message of the user and a reply, and runs the job that notes them. It
// returns the id of the user's message.
func (h *harness) sayAndNote(conversation, text string) (id string) {
	h.t.Helper()
	id = h.insertMessage(conversation, true, text)
	h.insertMessage(conversation, false, "I see.")
	h.noteNewMessages(conversation)
	return id
}

// noteNewMessages runs the job that notes the new messages of a conversation. The job also reads the
// messages with changedIDs again.
func (h *harness) noteNewMessages(conversation string, changedIDs ...string) {
	h.t.Helper()
	h.inTransaction(func(tx storage.Querier) error { return h.EnqueueNote(h.t.Context(), tx, conversation, changedIDs...) })
	h.runJobs()
}

func (h *harness) runJobs() {
	h.t.Helper()
	for len(h.queuedJobs) > 0 {
		job := h.queuedJobs[0]
		h.queuedJobs = h.queuedJobs[1:]
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			h.t.Fatal(err)
		}
		if err := h.runNoteJob(h.t.Context(), payload); err != nil {
			h.t.Fatal(err)
		}
	}
}

// deleteMessages deletes messages and the memories that come from them.
func (h *harness) deleteMessages(ids ...string) {
	h.t.Helper()
	h.inTransaction(func(tx storage.Querier) error {
		if err := h.ForgetMessages(h.t.Context(), tx, ids); err != nil {
			return err
		}
		placeholders, args := storage.InList(nil, ids)
		_, err := tx.ExecContext(h.t.Context(), `DELETE FROM messages WHERE id IN (`+placeholders+`)`, args...)
		return err
	})
}

// editMessage changes a message and runs the job that notes it again.
func (h *harness) editMessage(conversation, id, text string) {
	h.t.Helper()
	h.inTransaction(func(tx storage.Querier) error {
		if err := h.ForgetMessages(h.t.Context(), tx, []string{id}); err != nil {
			return err
		}
		if _, err := tx.ExecContext(h.t.Context(), `UPDATE messages SET content = $2 WHERE id = $1`, id, text); err != nil {
			return err
		}
		return h.EnqueueNote(h.t.Context(), tx, conversation, id)
	})
	h.runJobs()
}

func (h *harness) readPanel(actor core.Actor, ref string) Panel {
	h.t.Helper()
	h.insertConversation(actor.UserID + "_" + ref)
	p, err := h.ReadPanel(h.t.Context(), actor, ref)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// textsOfMemories returns the texts in the panel, joined by " | ".
func (h *harness) textsOfMemories(actor core.Actor, ref string) string {
	h.t.Helper()
	return strings.Join(memoryTexts(h.readPanel(actor, ref).Memories), " | ")
}

// recalledPromptText returns the texts that Recall gives for a prompt after the user's message lastWords.
func (h *harness) recalledPromptText(userID string, characterID int, lastWords string) string {
	h.t.Helper()
	stablePart, turn, err := h.Recall(h.t.Context(), userID, characterID, lastWords)
	if err != nil {
		h.t.Fatal(err)
	}
	lines := []string{stablePart.Name, stablePart.AboutUser, stablePart.Summary}
	return strings.Join(slices.Concat(lines, memoryTexts(stablePart.Pinned), memoryTexts(turn.Memories)), "\n")
}

func memoryTexts(list []Memory) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.Text
	}
	return out
}

// memoryID returns the id of the memory with a text.
func (h *harness) memoryID(actor core.Actor, ref, text string) string {
	h.t.Helper()
	for _, m := range h.readPanel(actor, ref).Memories {
		if m.Text == text {
			return m.ID
		}
	}
	h.t.Fatalf("there is no memory %q among %s", text, h.textsOfMemories(actor, ref))
	return ""
}

func (h *harness) removeMemory(actor core.Actor, ref, text string) {
	h.t.Helper()
	if err := h.Delete(h.t.Context(), actor, ref, h.memoryID(actor, ref, text)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) saveSettings(actor core.Actor, v Settings) {
	h.t.Helper()
	if _, err := h.SaveSettings(h.t.Context(), actor, v); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) addMemory(actor core.Actor, text string) Memory {
	h.t.Helper()
	const ref = "20"
	h.insertConversation(actor.UserID + "_" + ref)
	m, err := h.Add(h.t.Context(), actor, ref, Change{Text: &text})
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

func pointerTo[T any](v T) *T { return &v }
