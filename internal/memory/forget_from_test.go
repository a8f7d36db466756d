package memory

import (
	"testing"

	"colloquy/internal/storage"
)

// rules memory-receipt, messages-edit
func TestForgetFromDeletesMemoriesFromAMessageOn(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.sayAndNote("ada_20", "I live in Porto.")
		id := h.sayAndNote("ada_20", "I have a dog.")
		h.sayAndNote("ada_20", "I love chess.")
		h.sayAndNote("ada_22", "I work as a nurse.")
		h.addMemory(ada, "Collects stamps")
		seq := int64(h.selectNumber(`SELECT seq FROM messages WHERE id = $1`, id))
		h.inTransaction(func(tx storage.Querier) error {
			if err := h.ForgetFrom(t.Context(), tx, "ada_20", seq); err != nil {
				return err
			}
			_, err := tx.ExecContext(t.Context(), `DELETE FROM messages WHERE conversation_id = 'ada_20' AND seq >= $1`, seq)
			return err
		})
		h.sayAndNote("ada_20", "I have a cat.")
		if got := h.textsOfMemories(ada, "20"); got != "Has a cat | Collects stamps | Lives in Porto" {
			t.Errorf("it remembers %s", got)
		}
		if got := h.textsOfMemories(ada, "22"); got != "Works as a nurse" {
			t.Errorf("another talk remembers %s", got)
		}
	})
}
