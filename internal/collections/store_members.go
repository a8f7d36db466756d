package collections

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// membersOfUser reads the characters of all collections of a user, by collection, in
// their order. Hidden characters are included.
func (s store) membersOfUser(ctx context.Context, userID string) (map[string][]int, error) {
	type row struct {
		listID                string
		characterID, position int
	}
	rows, err := storage.All(ctx, s.db.Reader(), func(r storage.Row) (m row, err error) {
		return m, r.Scan(&m.listID, &m.characterID, &m.position)
	}, `SELECT m.list_id, m.character_id, m.position FROM collection_lists l
		JOIN collection_characters m ON m.list_id = l.id WHERE l.user_id = $1`, userID)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.position, b.position) })
	out := map[string][]int{}
	for _, m := range rows {
		out[m.listID] = append(out[m.listID], m.characterID)
	}
	return out, err
}

func (store) insertMember(ctx context.Context, tx storage.Querier, listID string, characterID, position int, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO collection_characters (list_id, character_id, position, added_at)
		VALUES ($1, $2, $3, $4)`, listID, characterID, position, core.Millis(now))
	return err
}

// deleteMember deletes a character and closes the gap in the positions.
func (store) deleteMember(ctx context.Context, tx storage.Querier, listID string, characterID, position int) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM collection_characters WHERE list_id = $1 AND character_id = $2`, listID, characterID)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE collection_characters SET position = position - 1
		WHERE list_id = $1 AND position > $2`, listID, position)
	return err
}

// setOrder sets the positions of all characters of a collection, in one statement.
func (store) setOrder(ctx context.Context, tx storage.Querier, listID string, characterIDs []int) error {
	var cases strings.Builder
	args := []any{listID}
	for position, id := range characterIDs {
		args = append(args, id, position)
		cases.WriteString(" WHEN $" + strconv.Itoa(len(args)-1) + " THEN $" + strconv.Itoa(len(args)))
	}
	// ELSE gives the parameters their type on PostgreSQL.
	_, err := tx.ExecContext(ctx, `UPDATE collection_characters SET position = CASE character_id`+cases.String()+` ELSE position END
		WHERE list_id = $1`, args...)
	return err
}
