package main

import (
	"slices"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// checkWrites compares the database with the writes that were acknowledged.
func (s *writesTest) checkWrites() {
	s.t.Helper()
	db := dbtest.Open(s.t, s.options)
	lineCount, commentCount, orderCount, paidCount := 0, 0, 0, 0
	for _, v := range s.writers {
		for _, a := range v.accounts {
			s.checkAccount(db, a)
			lineCount, commentCount, orderCount, paidCount = lineCount+len(a.lines), commentCount+len(a.comments), orderCount+len(a.orders), paidCount+len(a.paidOrders)
		}
	}
	s.t.Logf("acknowledged: %d lines, %d comments, %d orders, %d paid", lineCount, commentCount, orderCount, paidCount)
	if min(lineCount, commentCount, paidCount) == 0 {
		s.t.Error("no writes of a kind were acknowledged")
	}
	// If nothing is wrong, these queries find no rows.
	for _, query := range []string{
		`SELECT id FROM messages WHERE status = 'generating'`,
		`SELECT reply_to FROM messages WHERE reply_to IS NOT NULL GROUP BY reply_to HAVING count(*) > 1`,
		`SELECT m.id FROM messages AS m WHERE m.is_user AND NOT EXISTS (SELECT 1 FROM messages AS r WHERE r.reply_to = m.id)`,
		`SELECT CAST(c.character_id AS TEXT) FROM social_counts AS c WHERE c.comments <> (SELECT count(*) FROM comments WHERE character_id = c.character_id)
			OR c.likes <> (SELECT count(*) FROM character_likes WHERE character_id = c.character_id)`,
		`SELECT min(id) FROM purchases GROUP BY user_id, character_id HAVING count(*) > 1`,
		`SELECT p.id FROM purchases AS p WHERE p.status = 'active' AND (SELECT count(*) FROM invoices WHERE purchase_id = p.id) <> 1`,
		`SELECT i.purchase_id FROM invoices AS i JOIN purchases AS p ON p.id = i.purchase_id WHERE p.status <> 'active'`,
	} {
		if rows := s.readTexts(db, query); len(rows) > 0 {
			s.t.Errorf("%s finds %v", query, rows)
		}
	}
}

func (s *writesTest) checkAccount(db *storage.DB, a *account) {
	s.t.Helper()
	for what, c := range map[string]struct {
		query  string
		wanted []string
	}{
		"lines":       {`SELECT m.content FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id WHERE c.user_id = $1 AND m.is_user`, a.lines},
		"comments":    {`SELECT body FROM comments WHERE user_id = $1`, a.comments},
		"orders":      {`SELECT order_id FROM purchases WHERE user_id = $1 AND order_id IS NOT NULL`, a.orders},
		"paid orders": {`SELECT order_id FROM purchases WHERE user_id = $1 AND status = 'active'`, a.paidOrders},
	} {
		if stored := s.readTexts(db, c.query, a.UserID); !hasEachOnce(stored, c.wanted) {
			s.t.Errorf("%s: acknowledged %s are %q, stored are %q", a.Email, what, c.wanted, stored)
		}
	}
	likedIDs, err := storage.QueryAll(s.t.Context(), db.Reader(), func(r storage.Row) (id int, err error) { return id, r.Scan(&id) },
		`SELECT character_id FROM character_likes WHERE user_id = $1`, a.UserID)
	if err != nil {
		s.t.Fatal(err)
	}
	for character, state := range a.likes {
		if !state.isUnacknowledged && slices.Contains(likedIDs, character) != state.isLiked {
			s.t.Errorf("%s: the like of %d was acknowledged as %t", a.Email, character, state.isLiked)
		}
	}
}

func (s *writesTest) readTexts(db *storage.DB, query string, args ...any) []string {
	s.t.Helper()
	list, err := storage.QueryAll(s.t.Context(), db.Reader(), func(r storage.Row) (text string, err error) { return text, r.Scan(&text) }, query, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}
