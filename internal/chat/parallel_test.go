package chat_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// callerCount is how many calls most tests make at once.
const callerCount = 200

func expectCounts(t *testing.T, what string, got, want map[string]int) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Two processes get parallel sends of one user to 200 characters. Only two replies start. Refused
// sends are not charged.
// rule replies-two-at-once
func TestParallelSendsStartAtMostTwoReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(callerCount)
		gate := h.holdReply("", "Done.")
		var mu sync.Mutex
		turns := map[*chat.Service][]message.Turn{}
		got := h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			turn, err := service.Send(t.Context(), h.user, ids[i], chat.MessageInput{Content: "Hello"})
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				turns[service] = append(turns[service], turn)
			}
			return err
		})
		expectCounts(t, "sends", got, map[string]int{"": 2, "too_many_replies": callerCount - 2})
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'generating'`); n != 2 {
			t.Errorf("%d replies are being written", n)
		}
		close(gate)
		for service, list := range turns {
			for _, turn := range list {
				h.awaitEnd(service, turn)
			}
		}
		sendCountByCode := map[string]int{}
		for i := range 19 {
			turn, err := h.services[0].Send(t.Context(), h.user, ids[i], chat.MessageInput{Content: "Again"})
			if err == nil {
				h.awaitEnd(h.services[0], turn)
				sendCountByCode[""]++
			} else {
				sendCountByCode["refused"]++
			}
		}
		expectCounts(t, "sends that the minute has left", sendCountByCode, map[string]int{"": 18, "refused": 1})
	})
}

// A call that only stores a message counts against the limits of sending too.
// rule chat-send-limits
func TestParallelSendsRespectTheLimits(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay() // the limit's window starts with the day, so all sends of the test fall into one window
		ids := h.openConversations(20)
		storeLine := func(i int, service *chat.Service) error {
			_, err := service.StoreWithoutReply(t.Context(), h.user, ids[i%20], chat.MessageInput{Content: fmt.Sprint("Line ", i)})
			return err
		}
		expectCounts(t, "the first minute", h.countErrorCodesInParallel(callerCount, storeLine), map[string]int{"": 20, "rate_limited": callerCount - 20})
		if _, err := h.services[1].Send(t.Context(), h.user, ids[0], chat.MessageInput{Content: "One more"}); err == nil {
			t.Error("a send after twenty stored lines was taken")
		}
		for minute := range 14 {
			h.clock.Advance(2 * time.Minute)
			expectCounts(t, fmt.Sprint("minute ", minute), h.countErrorCodesInParallel(24, storeLine), map[string]int{"": 20, "rate_limited": 4})
		}
		h.clock.Advance(2 * time.Minute)
		expectCounts(t, "after 300", h.countErrorCodesInParallel(24, storeLine), map[string]int{"rate_limited": 24})
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE is_user`); n != 300 {
			t.Errorf("%d lines are stored", n)
		}
	})
}

// advanceToNextDay advances the clock to the first second of the next day in UTC.
func (h *harness) advanceToNextDay() {
	const day = 24 * time.Hour
	now := h.clock.Now()
	h.clock.Advance(now.Truncate(day).Add(day).Sub(now))
}

// Parallel retries that name one reply produce one current reply and one charge, however
// fast the model answers.
// rule messages-versions
func TestParallelRetriesMakeOneReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		h.model.SetAnswers(failingAnswer("Half "))
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		h.model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{{Text: "Whole."}} })
		got := h.countErrorCodesInParallel(callerCount, func(_ int, service *chat.Service) error {
			_, err := service.Regenerate(t.Context(), h.user, id, chat.Regeneration{MessageID: turn.ReplyID})
			return err
		})
		expectCounts(t, "retries", got, map[string]int{"": callerCount})
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE reply_to = $1`, turn.UserMessageID); n != 2 {
			t.Errorf("%d replies were made, want the failed one and one more", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE reply_to = $1 AND is_active`, turn.UserMessageID); n != 1 {
			t.Errorf("%d replies are in force", n)
		}
	})
}

// Two processes receive calls of StoreWithoutReply and Send. All calls have one client id, but
// there are two texts. One text is stored and answered once. The other text is refused.
func TestParallelSendsWithOneClientIDStoreOneText(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		got := h.countErrorCodesInParallel(callerCount, func(i int, service *chat.Service) error {
			in := chat.MessageInput{Content: fmt.Sprint("Text ", i/2%2), ClientID: "user-same"}
			if i/4%2 == 0 {
				_, err := service.StoreWithoutReply(t.Context(), h.user, id, in)
				return err
			}
			_, err := service.Send(t.Context(), h.user, id, in)
			return err
		})
		expectCounts(t, "calls", got, map[string]int{"": callerCount / 2, "invalid": callerCount / 2})
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE is_user`); n != 1 {
			t.Errorf("%d lines are stored", n)
		}
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE reply_to IS NOT NULL`); n != 1 {
			t.Errorf("%d replies were started", n)
		}
	})
}

// Parallel messages cannot exceed the storage limit.
// rule chat-storage
func TestParallelMessagesRespectTheStorageLimit(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		ids := h.openConversations(20)
		store := func(i int, service *chat.Service) error {
			_, err := service.StoreWithoutReply(t.Context(), h.user, ids[i%20], chat.MessageInput{Content: "12345"})
			return err
		}
		if err := store(0, h.services[0]); err != nil {
			t.Fatal(err)
		}
		h.exec(`UPDATE chat_usage SET line_bytes = $1 - 14`, 32<<20)
		expectCounts(t, "stored", h.countErrorCodesInParallel(callerCount, store), map[string]int{"": 2, "storage_full": callerCount - 2})
	})
}

// A panic of the writer ends only its own reply: the reply's readers get an end, its row is
// marked as interrupted, and the user can send again.
func TestPanicAtTheEndStopsOnlyOneReply(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		model := &faultyModel{Model: apptest.NewModel()}
		h := newHarness(t, o, func(d *chat.Deps) { d.Model = model })
		id, service := h.openConversations(1)[0], h.services[0]
		model.mustPanicAtReplyEnd.Store(true)
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		model.mustPanicAtReplyEnd.Store(false)
		page, err := service.History(t.Context(), h.user, id, "")
		if err != nil {
			t.Fatal(err)
		}
		if m := page.Messages[len(page.Messages)-1]; m.Status != message.Interrupted {
			t.Errorf("the reply is %+v", m)
		}
		turn, err = service.Regenerate(t.Context(), h.user, id, chat.Regeneration{})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		if n := h.selectNumber(`SELECT count(*) FROM messages WHERE status = 'complete' AND reply_to IS NOT NULL`); n != 1 {
			t.Errorf("%d complete replies after the retry", n)
		}
	})
}
