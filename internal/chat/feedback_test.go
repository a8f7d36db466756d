package chat_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// storedFeedback returns the stored feedback of a message.
func (h *harness) storedFeedback(id string) (value int, reason string) {
	h.t.Helper()
	if err := h.db.Reader().QueryRowContext(h.t.Context(), `SELECT feedback, feedback_reason FROM messages WHERE id = $1`, id).Scan(&value, &reason); err != nil {
		h.t.Fatal(err)
	}
	return value, reason
}

// rule messages-feedback
func TestFeedbackIsStoredAndChecked(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		userMessage, reply := h.sendAndAwait(id, "Hello")
		for _, c := range []struct {
			value, reason string
			want          int
			stored        string
		}{
			{"up", "", 1, ""}, {"down", "  Out of character\x00 ", -1, "Out of character"}, {"down", "  Out of character\x00 ", -1, "Out of character"},
			{"up", strings.Repeat("é", 500), 1, strings.Repeat("é", 500)}, {"none", "left over", 0, ""},
		} {
			if err := h.services[1].RateReply(t.Context(), h.user, id, reply, c.value, c.reason); err != nil {
				t.Errorf("%s: %v", c.value, err)
			}
			if value, reason := h.storedFeedback(reply); value != c.want || reason != c.stored {
				t.Errorf("%s stores %d %q", c.value, value, reason)
			}
		}
		for _, value := range []string{"", "UP", "1", "sideways"} {
			if err := h.services[0].RateReply(t.Context(), h.user, id, reply, value, ""); core.KindOf(err) != core.Invalid {
				t.Errorf("%q: %v", value, err)
			}
		}
		if err := h.services[0].RateReply(t.Context(), h.user, id, reply, "up", strings.Repeat("é", 501)); core.KindOf(err) != core.Invalid {
			t.Errorf("a long reason: %v", err)
		}
		otherUser := core.Actor{UserID: "user-2"}
		if _, err := h.services[0].Open(t.Context(), otherUser, "1"); err != nil {
			t.Fatal(err)
		}
		expectCode := func(what, want string, err error) {
			t.Helper()
			if codeOf(err) != want {
				t.Errorf("%s: %v", what, err)
			}
		}
		expectCode("a message of the user", "message_not_found", h.services[0].RateReply(t.Context(), h.user, id, userMessage, "up", ""))
		expectCode("a missing message", "message_not_found", h.services[0].RateReply(t.Context(), h.user, id, "999999", "up", ""))
		expectCode("somebody else's message", "message_not_found", h.services[0].RateReply(t.Context(), otherUser, "1", reply, "up", ""))
		expectCode("somebody else's talk", "conversation_not_found", h.services[0].RateReply(t.Context(), otherUser, id, reply, "up", ""))
		if _, err := h.services[0].StartOver(t.Context(), h.user, id); err != nil {
			t.Fatal(err)
		}
		expectCode("an archived reply", "message_not_found", h.services[0].RateReply(t.Context(), h.user, id, reply, "up", ""))
		if value, _ := h.storedFeedback(reply); value != 0 {
			t.Errorf("the feedback is %d", value)
		}
	})
}

// A running reply keeps its feedback when its end is stored.
// rule messages-feedback
func TestRunningReplyKeepsItsFeedback(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		turn, err := h.services[0].Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.services[1].RateReply(t.Context(), h.user, id, turn.ReplyID, "down", "Slow"); err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(h.services[0], turn)
		if value, reason := h.storedFeedback(turn.ReplyID); value != -1 || reason != "Slow" {
			t.Errorf("the feedback is %d %q", value, reason)
		}
	})
}

// rule messages-report
func TestReportHasOneTicketAndOutlivesItsReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		userMessage, reply := h.sendAndAwait(id, "Hello")
		ticket, err := h.services[0].ReportReply(t.Context(), h.user, id, reply, "  Unkind ")
		if err != nil || !strings.HasPrefix(ticket, "M-") || len(ticket) != 10 {
			t.Fatalf("%q, %v", ticket, err)
		}
		if again, err := h.services[1].ReportReply(t.Context(), h.user, id, reply, "Other words"); err != nil || again != ticket {
			t.Errorf("again: %q, %v", again, err)
		}
		if err := h.services[0].DeleteMessage(t.Context(), h.user, id, reply); err != nil {
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM message_reports WHERE ticket = $1 AND character_id = 1 AND reason = 'Unkind' AND body = 'You said: Hello'`, ticket); n != 1 {
			t.Error("the report has not outlived its message")
		}
		for reason, want := range map[string]core.ErrorKind{"": core.Invalid, " \x00 ": core.Invalid, strings.Repeat("é", 501): core.Invalid, strings.Repeat("é", 500): core.NotFound} {
			if _, err := h.services[0].ReportReply(t.Context(), h.user, id, "999999", reason); core.KindOf(err) != want {
				t.Errorf("%.10q: %v", reason, err)
			}
		}
		otherUser := core.Actor{UserID: "user-2"}
		if _, err := h.services[0].ReportReply(t.Context(), otherUser, id, userMessage, "Unkind"); codeOf(err) != "conversation_not_found" {
			t.Errorf("somebody else's talk: %v", err)
		}
		if _, err := h.services[0].ReportReply(t.Context(), h.user, id, userMessage, "Unkind"); codeOf(err) != "message_not_found" {
			t.Errorf("a message of the user: %v", err)
		}
	})
}

// rule messages-report
func TestParallelReportsMakeOne(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		_, reply := h.sendAndAwait(id, "Hello")
		got := h.countErrorCodesInParallel(200, func(_ int, service *chat.Service) error {
			_, err := service.ReportReply(t.Context(), h.user, id, reply, "Unkind")
			return err
		})
		if n := h.selectNumber(`SELECT count(*) FROM message_reports`); got[""] != 200 || n != 1 {
			t.Errorf("%v, %d reports", got, n)
		}
		for range 29 { // the parallel calls above have stored 1 of the 30 reports of an hour
			_, other := h.sendAndAwait(id, "Hello again")
			if _, err := h.services[0].ReportReply(t.Context(), h.user, id, other, "Unkind"); err != nil {
				t.Fatal(err)
			}
		}
		_, last := h.sendAndAwait(id, "Hello at last")
		if _, err := h.services[1].ReportReply(t.Context(), h.user, id, last, "Unkind"); codeOf(err) != "rate_limited" {
			t.Errorf("the thirty-first report of an hour: %v", err)
		}
		h.clock.Advance(time.Hour + time.Minute)
		if _, err := h.services[1].ReportReply(t.Context(), h.user, id, last, "Unkind"); err != nil {
			t.Error(err)
		}
	})
}

// The operator gets the newest report first, and can settle it.
// rules messages-report, operations-moderation
func TestOperatorReadsReportsOfReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		_, first := h.sendAndAwait(id, "Hello")
		_, second := h.sendAndAwait(id, "And hello")
		tickets := make([]string, 2)
		for i, reply := range []string{first, second} {
			var err error
			if tickets[i], err = h.services[0].ReportReply(t.Context(), h.user, id, reply, "Unkind"); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(time.Minute)
		}
		list, err := chat.ReplyReports(t.Context(), h.db.Reader(), 10)
		if err != nil || len(list) != 2 || list[0].Ticket != tickets[1] || list[0].Reason != "Unkind" || list[0].ReplyText != "You said: And hello" || list[0].CharacterID != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		settleReplyReport := func() (found bool) {
			t.Helper()
			if err := h.db.Write(t.Context(), func(tx storage.Querier) (err error) {
				found, err = chat.SettleReplyReport(t.Context(), tx, tickets[1])
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return found
		}
		if !settleReplyReport() || settleReplyReport() {
			t.Error("the report is settled twice, or never")
		}
		if list, err = chat.ReplyReports(t.Context(), h.db.Reader(), 10); err != nil || len(list) != 1 || list[0].Ticket != tickets[0] {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
