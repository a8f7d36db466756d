// Package account inserts the rows of one user's longest lists. Command bench measures these lists,
// and a browser test shows them. The product promises to show lists of this length quickly.
package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// CharacterCount is the length of the longest list. The database must have as many characters,
// because each row of that list belongs to another character.
const CharacterCount = 10_000

// MeasuredList is one kind of list, such as the notices of a user. Fill inserts its rows, and Calls are the
// API calls that return them.
type MeasuredList struct {
	Name string
	// Fill inserts the rows for a user. The caller must have inserted the characters of personas.
	Fill  func(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error
	Calls []Call
}

// Call is a GET request that returns rows of a MeasuredList. Path is below /api.
type Call struct{ Name, Path string }

// insertRows inserts rows 0 to rows-1, in statements of 500 rows. insert is the statement without
// its VALUES clause. row returns the values of row i.
func insertRows(ctx context.Context, tx storage.Querier, insert string, rows int, row func(i int) []any) error {
	const chunk = 500
	for from := 0; from < rows; from += chunk {
		var args []any
		query := insert + " VALUES "
		for i := from; i < min(from+chunk, rows); i++ {
			if i > from {
				query += ", "
			}
			for j, value := range row(i) {
				query += string("(,"[min(j, 1)])
				args = append(args, value)
				query += fmt.Sprintf("$%d", len(args))
			}
			query += ")"
		}
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}
