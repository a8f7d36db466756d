package chat

import (
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestSidebarReadsAnIndex reads the plan of the query for the sidebar: without an index of
// the user's conversations by time, each page would read and sort all of them.
func TestSidebarReadsAnIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		const query = `SELECT id FROM conversations WHERE user_id = 'u' AND (updated_at, id) < (1, 'x') ORDER BY updated_at DESC, id DESC LIMIT 10`
		var plan []string
		err := db.Write(t.Context(), func(tx storage.Querier) (err error) {
			explainPrefix := "EXPLAIN QUERY PLAN "
			if db.Engine() == storage.Postgres {
				explainPrefix = "EXPLAIN (FORMAT JSON) "
				// Otherwise PostgreSQL plans a sequential scan, because the table is empty.
				if _, err := tx.ExecContext(t.Context(), `SET LOCAL enable_seqscan = off`); err != nil {
					return err
				}
			}
			plan, err = storage.QueryAll(t.Context(), tx, func(r storage.Row) (line string, err error) {
				if db.Engine() == storage.Postgres {
					return line, r.Scan(&line)
				}
				var id, parent, unused int
				return line, r.Scan(&id, &parent, &unused, &line)
			}, explainPrefix+query)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		planText := strings.Join(plan, "\n")
		if !strings.Contains(planText, "conversations_recent") && !strings.Contains(planText, "conversations_search") {
			t.Errorf("the plan is\n%s", planText)
		}
	})
}
