package chat_test

import (
	"testing"
	"time"

	"colloquy/internal/storage"
)

// A report that is stored while the account is being deleted is deleted too.
// rules accounts-delete, messages-report
func TestReportDuringTheDeletionIsDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		id := h.openConversations(1)[0]
		_, reply := h.sendAndAwait(id, "Hello")
		hasLock, deleted := make(chan struct{}), make(chan error, 1)
		go func() {
			<-hasLock
			deleted <- h.db.Write(t.Context(), func(tx storage.Querier) error {
				return h.services[1].Forget(t.Context(), tx, h.user.UserID)
			})
		}()
		// This transaction locks the row of chat_usage, pauses, and inserts the report. ReportReply does
		// this without the pause.
		err := h.db.Write(t.Context(), func(tx storage.Querier) error {
			if _, err := tx.ExecContext(t.Context(), `UPDATE chat_usage SET line_bytes = line_bytes WHERE user_id = $1`, h.user.UserID); err != nil {
				return err
			}
			close(hasLock)
			time.Sleep(300 * time.Millisecond)
			_, err := tx.ExecContext(t.Context(), `INSERT INTO message_reports (ticket, user_id, message_id, character_id, body, reason, created_at)
				VALUES ('M-LATE', $1, $2, 1, 'text', 'reason', 1)`, h.user.UserID, reply)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-deleted; err != nil {
			t.Fatal(err)
		}
		if n := h.selectNumber(`SELECT count(*) FROM message_reports WHERE user_id = $1`, h.user.UserID); n != 0 {
			t.Errorf("%d reports are left", n)
		}
	})
}
