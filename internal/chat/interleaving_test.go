package chat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// noLimits implements chat.Limits and allows everything.
type noLimits struct{}

func (noLimits) TakeInTx(context.Context, storage.Querier, ...limits.Limit) (limits.TakenEvent, error) {
	return limits.TakenEvent{}, nil
}

func (noLimits) Left(context.Context, limits.Limit) (limits.Allowance, error) {
	return limits.Allowance{}, nil
}

// Two processes change one conversation with random parallel calls. After each step the
// invariants of the conversation hold, and both processes show the same messages.
// rules messages-versions, messages-edit, messages-continue
func TestProcessesAgreeAfterAnyInterleaving(t *testing.T) {
	const rounds, steps = 8, 30
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		h := newHarness(t, o, func(d *chat.Deps) { d.Limits = noLimits{} })
		ids := h.openConversations(rounds)
		for round, id := range ids {
			w := &interleaving{harness: h, id: id, random: rand.New(rand.NewPCG(14, uint64(round))), rows: map[string]storedRow{}, deletedIDs: map[string]bool{}}
			w.scriptModel()
			for step := range steps {
				w.makeCalls()
				w.checkInvariants(fmt.Sprintf("round %d, step %d: %s", round, step, strings.Join(w.lastCallNames, ", ")))
				if t.Failed() {
					t.FailNow()
				}
			}
			w.awaitReplies()
		}
	})
}

// storedRow has the columns of a message that the test compares.
type storedRow struct {
	id, replyTo, text string
	isUser, isActive  bool
	status            message.Status
}

// interleaving makes random calls on one conversation and checks its messages.
type interleaving struct {
	*harness
	id            string
	random        *rand.Rand
	gate          atomic.Pointer[chan struct{}] // the model waits for this gate in some replies
	rows          map[string]storedRow          // by id, at the last check
	lastCallNames []string                      // descriptions of the calls of the last step

	mu         sync.Mutex
	deletedIDs map[string]bool // ids of messages whose deletion succeeded
}

// scriptModel makes the model alternate between four kinds of answers:
//
//   - a complete answer
//   - an answer that waits for the gate before its end
//   - an answer that fails after some words
//   - an answer that fails at once
func (w *interleaving) scriptModel() {
	gate := w.model.NewGate()
	w.gate.Store(&gate)
	var asked atomic.Int64
	w.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		n := asked.Add(1)
		text := apptest.WordSteps(fmt.Sprintf("The answer number %d.", n))
		switch n % 6 {
		case 1, 4:
			return append(text, apptest.AnswerStep{Gate: *w.gate.Load()}, apptest.AnswerStep{Text: " Its end."})
		case 3:
			return failingAnswer("Half an answer ")(llm.Request{})
		case 5:
			return failingAnswer("")(llm.Request{})
		}
		return text
	})
}

// makeCalls makes one to three calls at once, each in a random process.
func (w *interleaving) makeCalls() {
	w.lastCallNames = nil
	var calls []func()
	for range 1 + w.random.IntN(3) {
		name, call := w.randomCall(w.services[w.random.IntN(2)])
		w.lastCallNames = append(w.lastCallNames, name)
		calls = append(calls, func() {
			if err := call(); err != nil && !isRefusal(err) {
				w.t.Errorf("%s: %v", name, err)
			}
		})
	}
	var wg sync.WaitGroup
	for _, call := range calls {
		wg.Go(call)
	}
	wg.Wait()
	if w.random.IntN(2) == 0 {
		w.lastCallNames = append(w.lastCallNames, "release")
		w.awaitReplies()
	}
}

// isRefusal reports whether an error is one that a concurrent change of the conversation can
// cause.
func isRefusal(err error) bool {
	return slices.Contains([]core.ErrorKind{core.Conflict, core.NotFound}, core.KindOf(err))
}

// randomCall draws a number that chooses the kind of call. Each kind below has two or three
// consecutive numbers, and its constant is the first of them. randomMessageID also uses the
// constants, to choose a message that suits the call.
const (
	firstEditChoice       = 4
	firstRegenerateChoice = 6
	firstPickChoice       = 9
)

// randomCall returns a random call of a service and its description.
func (w *interleaving) randomCall(s *chat.Service) (name string, call func() error) {
	choice := w.random.IntN(16)
	ctx, target, n := w.t.Context(), w.randomMessageID(choice), w.random.IntN(1_000_000)
	in := chat.MessageInput{Content: fmt.Sprint("Line ", n), ClientID: fmt.Sprint("user-", n)}
	switch choice {
	case 0, 1, 2, 3:
		return "send", func() error { _, err := s.Send(ctx, w.user, w.id, in); return err }
	case firstEditChoice, firstEditChoice + 1:
		return "edit " + target, func() error { _, err := s.Edit(ctx, w.user, w.id, target, in); return err }
	case firstRegenerateChoice, firstRegenerateChoice + 1, firstRegenerateChoice + 2:
		regeneration := chat.Regeneration{ContinuesReply: w.random.IntN(2) == 0}
		if w.random.IntN(2) == 0 {
			regeneration.MessageID = target
		}
		return fmt.Sprintf("regenerate %+v", regeneration), func() error { _, err := s.Regenerate(ctx, w.user, w.id, regeneration); return err }
	case firstPickChoice, firstPickChoice + 1:
		return "pick " + target, func() error { _, _, err := s.PickVersion(ctx, w.user, w.id, target); return err }
	case 11, 12:
		return "delete " + target, func() error { return w.deleteAndRecordMessage(s, target) }
	case 13, 14:
		seenChars := w.random.IntN(30) - 1
		return "stop", func() error { _, err := s.Stop(ctx, w.user, w.id, seenChars); return err }
	}
	if list, err := s.Archives(ctx, w.user, w.id); err == nil && len(list) > 0 && w.random.IntN(2) == 0 {
		archiveID := list[w.random.IntN(len(list))].ID
		return "restore " + archiveID, func() error { _, err := s.Restore(ctx, w.user, w.id, archiveID); return err }
	}
	return "start over", func() error { _, err := s.StartOver(ctx, w.user, w.id); return err }
}

// randomMessageID returns the id of a random message, mostly an active one. choice is the number that
// randomCall drew. An edit gets a user message, and a call about versions gets a reply.
func (w *interleaving) randomMessageID(choice int) string {
	var allIDs, activeIDs []string
	for id, r := range w.rows {
		isEdit, isVersion := choice == firstEditChoice || choice == firstEditChoice+1, choice >= firstRegenerateChoice && choice <= firstPickChoice+1
		if isEdit && !r.isUser || isVersion && r.replyTo == "" {
			continue
		}
		allIDs = append(allIDs, id)
		if r.isActive {
			activeIDs = append(activeIDs, id)
		}
	}
	if isPick := choice == firstPickChoice || choice == firstPickChoice+1; len(activeIDs) > 0 && !isPick && w.random.IntN(4) > 0 {
		allIDs = activeIDs
	}
	if len(allIDs) == 0 {
		return "none"
	}
	slices.Sort(allIDs)
	return allIDs[len(allIDs)-1-w.random.IntN(min(len(allIDs), 4))]
}

func (w *interleaving) deleteAndRecordMessage(s *chat.Service, id string) error {
	err := s.DeleteMessage(w.t.Context(), w.user, w.id, id)
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.deletedIDs[id] = true
	}
	return err
}

// awaitReplies releases the held replies and waits until no reply runs.
func (w *interleaving) awaitReplies() {
	eventually(w.t, "no reply runs", func() bool {
		nextGate := w.model.NewGate()
		// Each try closes the gate for which replies wait. A reply that begins later waits for nextGate,
		// which the next try closes.
		close(*w.gate.Swap(&nextGate))
		return w.selectNumber(`SELECT count(*) FROM messages WHERE conversation_id = $1 AND status = 'generating'`, w.id) == 0
	})
}

// forbiddenRowQueries are queries that count rows that must not exist.
var forbiddenRowQueries = map[string]string{
	"two versions in the talk":          `SELECT count(*) FROM (SELECT 1 FROM messages WHERE conversation_id = $1 AND is_active AND reply_to IS NOT NULL GROUP BY reply_to HAVING count(*) > 1) AS twice`,
	"two running replies":               `SELECT count(*) / 2 FROM messages WHERE conversation_id = $1 AND status = 'generating'`,
	"a running reply outside the talk":  `SELECT count(*) FROM messages WHERE conversation_id = $1 AND status = 'generating' AND NOT is_active`,
	"an archived message in the talk":   `SELECT count(*) FROM messages WHERE conversation_id = $1 AND is_active AND archive_id IS NOT NULL`,
	"a reply without its line":          `SELECT count(*) FROM messages r JOIN messages u ON u.id = r.reply_to WHERE r.conversation_id = $1 AND r.is_active AND NOT u.is_active`,
	"a wrong number of messages":        `SELECT count(*) FROM conversations c WHERE c.id = $1 AND message_count <> (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id AND is_active)`,
	"an archive with a wrong number":    `SELECT count(*) FROM chat_archives a WHERE a.conversation_id = $1 AND message_count <> (SELECT count(*) FROM messages m WHERE m.archive_id = a.id)`,
	"messages of an archive that is no": `SELECT count(*) FROM messages m WHERE m.conversation_id = $1 AND archive_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chat_archives a WHERE a.id = m.archive_id)`,
	"no greeting":                       `SELECT 1 - count(*) FROM messages WHERE conversation_id = $1 AND is_active AND NOT is_user AND reply_to IS NULL`,
}

func (w *interleaving) checkInvariants(what string) {
	w.t.Helper()
	for name, query := range forbiddenRowQueries {
		if n := w.selectNumber(query, w.id); n != 0 {
			w.t.Errorf("%s: %s (%d)", what, name, n)
		}
	}
	w.checkNothingIsLost(what)
	eventually(w.t, what+": both processes show the same", func() bool { // a reply may end between two reads
		return slices.Equal(pageContents(w.newestPageOf(0, w.id)), pageContents(w.newestPageOf(1, w.id)))
	})
}

// pageContents returns the ids, states and texts of a page.
func pageContents(p chat.Page) (out []string) {
	for _, m := range p.Messages {
		out = append(out, m.ID, string(m.Status), m.Content)
	}
	for _, v := range p.Versions {
		out = append(out, v.ID)
	}
	return out
}

// checkNothingIsLost compares the rows with the rows of the last check. Only deleted messages
// and greetings may be missing, and texts of ended messages may not change.
func (w *interleaving) checkNothingIsLost(what string) {
	w.t.Helper()
	list, err := storage.QueryAll(w.t.Context(), w.db.Reader(), func(r storage.Row) (m storedRow, err error) {
		return m, r.Scan(&m.id, &m.replyTo, &m.text, &m.isUser, &m.isActive, &m.status)
	}, `SELECT id, COALESCE(reply_to, ''), content, is_user, is_active, status FROM messages WHERE conversation_id = $1`, w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	now := map[string]storedRow{}
	for _, m := range list {
		now[m.id] = m
	}
	for id, before := range w.rows {
		isGreeting := !before.isUser && before.replyTo == ""
		if after, ok := now[id]; ok {
			if before.status != message.Generating && after.text != before.text {
				w.t.Errorf("%s: %s said %q and says %q", what, id, before.text, after.text)
			}
		} else if !isGreeting && !w.wasDeleted(before) {
			w.t.Errorf("%s: %+v is lost", what, before)
		}
	}
	w.rows = now
}

// wasDeleted reports whether a message or another version of it was deleted.
func (w *interleaving) wasDeleted(r storedRow) bool {
	for id := range w.deletedIDs {
		if other := w.rows[id]; id == r.id || r.replyTo != "" && other.replyTo == r.replyTo {
			return true
		}
	}
	return false
}
