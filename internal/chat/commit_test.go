package chat_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/storage/dbtest"
)

// The tests in this file delay the commit that stores a reply. The model writes its text meanwhile
// (ADR 7).

// sendAndHold sends a message and waits until the model has been asked. The commit of the message
// waits until the test calls release.
func (h *commitHarness) sendAndHold(id string) (release func(ok bool), sent chan sendResult) {
	h.t.Helper()
	release, sent = h.holdCommits(), make(chan sendResult, 1)
	replyCountBefore := h.model.ReplyCount()
	go func() {
		turn, err := h.services[0].Send(h.t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		sent <- sendResult{turn, err}
	}()
	eventually(h.t, "the model is asked during the commit", func() bool { return h.model.ReplyCount() > replyCountBefore })
	return release, sent
}

// wantNothingShown checks that the send still waits, and that no reader can see its message or
// the reply.
func (h *commitHarness) wantNothingShown(sent chan sendResult) {
	h.t.Helper()
	time.Sleep(50 * time.Millisecond) // the model has answered by then
	if _, events := h.log.keysAndEventCount(); events > 0 {
		h.t.Errorf("%d events were shown before the commit", events)
	}
	if n := h.selectNumber(`SELECT count(*) FROM messages WHERE is_user OR status = 'generating'`); n > 0 {
		h.t.Errorf("%d rows are visible before the commit", n)
	}
	select {
	case r := <-sent:
		h.t.Fatalf("the send ended before its commit: %+v", r)
	default:
	}
}

// closeService shuts a service down and fails if a writer still runs.
func (h *commitHarness) closeService(service *chat.Service) {
	h.t.Helper()
	closed := make(chan struct{})
	go func() { service.Close(h.t.Context()); close(closed) }()
	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		h.t.Fatal("a writer still runs")
	}
}

// spentTokens returns the tokens that the ledger counts for all users.
func (h *commitHarness) spentTokens() int {
	return h.selectNumber(`SELECT CAST(coalesce(sum(tokens), 0) AS BIGINT) FROM model_spend`)
}

// rule replies-shown-is-stored
func TestNothingIsShownBeforeTheCommit(t *testing.T) {
	answers := map[string]struct {
		steps  []apptest.AnswerStep
		text   string
		status message.Status
	}{
		"a whole answer":     {apptest.WordSteps("One two three."), "One two three.", message.Complete},
		"a failure":          {[]apptest.AnswerStep{{Err: errors.New("no answer")}}, "", message.Failed},
		"an empty end":       {nil, "", message.Failed},
		"a model that loads": {[]apptest.AnswerStep{{WaitReason: llm.LoadingModel}, {Text: "Yes."}}, "Yes.", message.Complete},
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			eachCommitHarness(t, func(t *testing.T, h *commitHarness) {
				id := h.openConversations(1)[0]
				h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return answer.steps })
				release, sent := h.sendAndHold(id)
				h.wantNothingShown(sent)
				release(true)
				r := <-sent
				if r.err != nil {
					t.Fatal(r.err)
				}
				reader := newScreen()
				if err := h.services[0].Follow(t.Context(), r.turn, 0, reader); err != nil || reader.text() != answer.text {
					t.Errorf("the reader has %q, %v", reader.text(), err)
				}
				page, err := h.services[0].History(t.Context(), h.user, id, "")
				if err != nil {
					t.Fatal(err)
				}
				if m := page.Messages[len(page.Messages)-1]; m.Content != answer.text || m.Status != answer.status {
					t.Errorf("stored: %s %q", m.Status, m.Content)
				}
			})
		})
	}
}

// A failed commit leaves no row, no readable log, no writer and no reservation. The cost of
// the model's call is charged.
func TestFailedCommitLeavesOnlyItsCost(t *testing.T) {
	eachCommitHarness(t, func(t *testing.T, h *commitHarness) {
		id, service := h.openConversations(1)[0], h.services[0]
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: strings.Repeat("A word. ", 20)}, {Text: "End."}}
		})
		release, sent := h.sendAndHold(id)
		h.wantNothingShown(sent)
		release(false)
		if r := <-sent; r.err == nil {
			t.Fatal("a send without a row was accepted")
		}
		h.closeService(service)
		if n := h.model.CancelledCount(); n != 1 {
			t.Errorf("%d calls of the model were cancelled", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages`); n != 1 {
			t.Errorf("%d rows, want the greeting alone", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM limit_counts`); n != 0 {
			t.Errorf("the send counts against %d limits", n)
		}
		keys, events := h.log.keysAndEventCount()
		reader, err := h.log.Open(t.Context(), keys[0])
		if err != nil || events > 0 {
			t.Fatalf("%d events, %v", events, err)
		}
		if list, end, err := reader.Next(t.Context(), 0, time.Second); len(list) > 0 || !end || err != nil {
			t.Errorf("the log is open: %v, %v", list, err)
		}
		if n := h.spentTokens(); n < 40 || n > 4096 {
			t.Errorf("%d tokens are charged, want those of the prompt and twenty words", n)
		}
	})
}

// PostgreSQL aborts the first commit, and the transaction runs again. On SQLite no
// transaction is repeated.
func TestRepeatedTransactionShowsOneReply(t *testing.T) {
	t.Run("postgres", func(t *testing.T) {
		o := dbtest.Postgres(t)
		pool := dbtest.OpenSQL(t, o)
		execSQL(t, pool, `CREATE SEQUENCE attempts`)
		addReplyCommitTrigger(t, pool, "abort_first", `IF nextval('attempts') = 1 THEN PERFORM pg_sleep(0.1); RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF`)
		h := newCommitHarness(t, o)
		id := h.openConversations(1)[0]
		gate := h.model.NewGate()
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: fmt.Sprint("Answer ", h.model.ReplyCount(), ". ")}, {Gate: gate}, {Text: "End."}}
		})
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the first call is cancelled", func() bool { return h.model.CancelledCount() == 1 })
		close(gate)
		reader := newScreen()
		if err := h.services[0].Follow(t.Context(), turn, 0, reader); err != nil || reader.text() != "Answer 2. End." {
			t.Errorf("the reader has %q, %v", reader.text(), err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE reply_to IS NOT NULL AND status = 'complete'`); n != 1 {
			t.Errorf("%d replies are stored", n)
		}
		h.closeService(h.services[0])
		if n := h.spentTokens(); n <= 2*102 { // 102 tokens for the reply and 102 for its suggestions
			t.Errorf("%d tokens are charged, want those of the cancelled call too", n)
		}
	})
}

// Another process may see the row just before this process learns of its commit. A user of the
// other process may then stop the reply.
// rule replies-stop
func TestStopDuringTheCommitShowsNothing(t *testing.T) {
	eachCommitHarness(t, func(t *testing.T, h *commitHarness) {
		id := h.openConversations(1)[0]
		h.holdReply("", "Late.")
		release, sent := h.sendAndHold(id)
		keys, _ := h.log.keysAndEventCount()
		if running, err := h.log.RequestStop(t.Context(), keys[0], 0); !running || err != nil {
			t.Fatalf("no reply to stop: %v", err)
		}
		eventually(t, "the model is cancelled", func() bool { return h.model.CancelledCount() == 1 })
		h.wantNothingShown(sent)
		release(true)
		r := <-sent
		if r.err != nil {
			t.Fatal(r.err)
		}
		reader := newScreen()
		if err := h.services[0].Follow(t.Context(), r.turn, 0, reader); err != nil || reader.text() != "" {
			t.Errorf("the reader has %q, %v", reader.text(), err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id = $1 AND status = 'stopped'`, r.turn.ReplyID); n != 1 {
			t.Error("the reply is not stopped")
		}
	})
}

// If the process ends during the commit, the reply is stored as interrupted, and the next
// process can write it again.
func TestShutdownDuringTheCommitInterruptsTheReply(t *testing.T) {
	eachCommitHarness(t, func(t *testing.T, h *commitHarness) {
		id := h.openConversations(1)[0]
		gate := h.holdReply("", "One.")
		release, sent := h.sendAndHold(id)
		closed := make(chan struct{})
		go func() {
			doneCtx, cancel := context.WithCancel(t.Context())
			cancel()
			h.services[0].Close(doneCtx)
			close(closed)
		}()
		eventually(t, "the model is cancelled", func() bool { return h.model.CancelledCount() == 1 })
		h.wantNothingShown(sent)
		release(true)
		r := <-sent
		<-closed
		if r.err != nil {
			t.Fatal(r.err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE id = $1 AND status = 'interrupted'`, r.turn.ReplyID); n != 1 {
			t.Error("the reply is not interrupted")
		}
		close(gate)
		turn, err := h.services[1].Regenerate(t.Context(), h.user, id, chat.Regeneration{})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[1], turn)
	})
}

// The commits of half of the sends fail and leave no rows. The replies of the other half are
// stored.
func TestFailingCommitsSpareParallelSends(t *testing.T) {
	eachCommitHarness(t, func(t *testing.T, h *commitHarness) {
		users, ids := make([]core.Actor, callerCount), make([]string, callerCount)
		for i := range callerCount {
			users[i] = core.Actor{UserID: fmt.Sprint([]string{"good", "bad"}[i/2%2], "-", i), Name: "Mirela"}
			s, err := h.services[0].Open(t.Context(), users[i], "1")
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = s.ID
		}
		h.failCommitsOfBadUsers()
		errorCounts := h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			turn, err := service.Send(t.Context(), users[i], ids[i], chat.MessageInput{Content: "Hello"})
			if err == nil {
				return service.Follow(t.Context(), turn, 0, &eventNameSink{})
			}
			if !strings.HasPrefix(users[i].UserID, "bad") {
				return err
			}
			return core.E(core.Internal, "not_stored", "")
		})
		expectCounts(t, "sends", errorCounts, map[string]int{"": callerCount / 2, "not_stored": callerCount / 2})
		for _, service := range h.services {
			h.closeService(service)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'complete' AND reply_to IS NOT NULL`); n != callerCount/2 {
			t.Errorf("%d replies are stored", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages`); n != callerCount+callerCount {
			t.Errorf("%d rows, want a greeting for each and two rows for each stored reply", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM model_spend WHERE tokens >= 4096`); n != 0 {
			t.Errorf("%d reservations were not undone", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM model_spend WHERE tokens <= 0`); n != 0 {
			t.Errorf("%d sums are empty", n)
		}
	})
}
